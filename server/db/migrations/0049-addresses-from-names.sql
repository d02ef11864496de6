-- Addresses that can be said aloud: `/shetty-silks` instead of `/lasf4at8lpn9d9th8kiq`. A slug once given stays with its place, so that a
-- printed one always leads there, also after the name has changed.
create table slug (
  slug text primary key,
  -- of a mall or a shop
  place_id text not null
);
create index slug_place on slug (place_id);

-- The present slug; null where a name gave none. Then the id is the address.
alter table mall add column slug text;
alter table shop add column slug text;

-- Gives a place the slug that its name makes, with a number if another place has it or is known by it as its id. It looks over the wall
-- between tenants, because slugs are the same for all, but a tenant can name only its own places. After a hundred equal names numbers are
-- drawn, so that the search stays short. A place gets at most twenty: a tenant must not take the names of others.
create function give_slug(base text, of_place text) returns void language plpgsql security definer set search_path from current as $$
declare
  n bigint := 1;
  wished text := base;
begin
  if current_setting('role') = 'rc_tenant' and not exists (
    select from shop where id = of_place and mall_id = any (tenant_malls()) union all select from mall where id = of_place and id = any (tenant_malls())
  ) then
    raise insufficient_privilege using message = 'the place belongs to another tenant';
  end if;
  if (select count(*) from slug where place_id = of_place) >= 20 and not exists (select from slug where slug = base and place_id = of_place) then
    return;
  end if;
  loop
    if not exists (select from shop where id = wished and id <> of_place union all select from mall where id = wished and id <> of_place) then
      insert into slug values (wished, of_place) on conflict on constraint slug_pkey do update set place_id = excluded.place_id
        where slug.place_id = excluded.place_id;
      exit when found;
    end if;
    n := case when n < 100 then n + 1 else 101 + floor(random() * 1e9)::bigint end;
    wished := base || '-' || n;
  end loop;
  update shop set slug = wished where id = of_place;
  update mall set slug = wished where id = of_place;
end $$;
revoke execute on function give_slug(text, text) from public;
grant execute on function give_slug(text, text) to rc_tenant;

-- The places of today in the order of their age. Names in other scripts get theirs when they are saved next.
do $$
declare
  named record;
begin
  for named in
    select id, trim(both '-' from left(trim(both '-' from
      regexp_replace(replace(regexp_replace(lower(name), '[''’]', '', 'g'), '&', ' and '), '[^a-z0-9]+', '-', 'g')), 40)) as base
    from (
      select id, name, created_at from shop where archived_at is null
      union all
      select id, title, created_at from mall where archived_at is null
    ) places
    where name !~ '[^ -~’–—]'
    order by created_at, id
  loop
    if named.base <> '' and named.base <> all (array['forgotpassword', 'account', 'version', 'health', 'ready', 'metrics', 'ownerdashboard',
      'branddashboard', 'branddashboard2', 'shop', 'qrcode', 'display', 'countdown', 'api', 'static', 'assets', 'docs-assets', 'images', 'sounds', 'r', 'receipts', 'about', 'admin', 'contact', 'docs', 'help', 'login',
      'logout', 'pay', 'payment', 'privacy', 'refund', 'staff', 'status', 'support', 'terms'])
    then
      perform give_slug(named.base, named.id);
    end if;
  end loop;
end $$;
