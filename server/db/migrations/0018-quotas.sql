-- What a mall and an address have used of their daily quotas, and which files are in use. See docs/decisions/0039-quotas.md.
create table mall_use (
  mall_id text not null references mall (id),
  kind text not null check (kind in ('media-bytes', 'media-files')),
  day text not null,
  used bigint not null,
  primary key (mall_id, kind, day)
);
call put_behind_wall('mall_use', 'select, insert, update');
create index mall_use_day on mall_use (day);

-- Addresses as keyed hashes. No tenant's: accounts are made before there is one.
create table address_use (
  address_hash text not null,
  kind text not null check (kind in ('sign-ups')),
  day text not null,
  used bigint not null,
  primary key (address_hash, kind, day)
);
create index address_use_day on address_use (day);

-- When a file was last named by a form or found in use. What nothing shows is deleted a day after that.
alter table media add column kept_at timestamptz not null default now();
create index media_kept on media (kept_at);
grant update (kept_at) on media to rc_tenant;
create index display_picture on display (background_image) where background_image is not null;
create index display_sound on display (audio) where audio is not null;
create index shop_image on shop (image) where image is not null;
create index mall_image on mall (image) where image is not null;

-- Pages of malls by title.
create index mall_title on mall (title, id) where archived_at is null;

-- One page of malls by title, with how many shops each has: those with a shop, one's own, or all. Malls and shops belong to two slices, so
-- their join is here.
create function listed_malls(after_title text, after_id text, search text, own text[], everything boolean, most int)
returns table (id text, shops int) language sql stable
begin atomic
  select m.id, (select count(*)::int from shop s where s.mall_id = m.id and s.archived_at is null)
  from mall m
  where m.archived_at is null
    and ($2 = '' or (m.title, m.id) > ($1, $2))
    and ($3 = '' or m.title ilike $3)
    and ($5 or m.id = any ($4) or exists (select from shop s where s.mall_id = m.id and s.archived_at is null))
  order by m.title, m.id
  limit $6;
end;
