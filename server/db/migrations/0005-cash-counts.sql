-- A count of a drawer: what should be in it, what was in it, and what stayed in it.
create table cash_count (
  id text primary key,
  mall_id text not null,
  shop_id text not null references shop (id),
  -- null: the drawer of the shop's devices that are at no counter
  counter_id text references counter (id),
  -- of the mall, when it was counted
  service_day text not null,
  -- the count before; null: this is the first
  since timestamptz,
  counted_at timestamptz not null,
  account_id text not null,
  -- as it was then: the account of a super administrator is on the other side of the wall
  account_name text not null,
  -- What stayed in the drawer at the count before. Sums are bigint, because a drawer can go without a count for years.
  opening_paise bigint not null check (opening_paise >= 0),
  taken int not null,
  taken_paise bigint not null check (taken_paise >= 0),
  handed_back int not null,
  handed_back_paise bigint not null check (handed_back_paise >= 0),
  counted_paise bigint not null,
  left_paise bigint not null check (0 <= left_paise and left_paise <= counted_paise),
  note text not null
);
create index cash_count_day on cash_count (shop_id, service_day);

-- What went through a drawer since its last count. A drawer has its row since its first payment or count, and all begin empty with this
-- migration: cash that was taken before is in none of them.
create table cash_drawer (
  mall_id text not null,
  shop_id text not null references shop (id),
  counter_id text references counter (id),
  taken int not null default 0,
  taken_paise bigint not null default 0,
  handed_back int not null default 0,
  handed_back_paise bigint not null default 0,
  last_count_id text references cash_count (id)
);
create unique index cash_drawer_place on cash_drawer (shop_id, counter_id) nulls not distinct;

call put_behind_wall('cash_count', 'select, insert');
call put_behind_wall('cash_drawer', 'select, insert, update');
