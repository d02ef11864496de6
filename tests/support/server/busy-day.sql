-- Gives a shop a busy day; see busy-day.ts. Settings: busy.shop, busy.today (a service day), busy.now, busy.ended and busy.waiting (numbers of
-- tickets), busy.every (the distance between two waiting numbers). Every id that is made here begins with `busy-`.

create temporary table busy on commit drop as
  select id as shop_id, mall_id, current_setting('busy.today') as today, current_setting('busy.now')::timestamptz as now,
    current_setting('busy.ended')::int as ended, current_setting('busy.waiting')::int as waiting, current_setting('busy.every')::int as every,
    (select min(counter.id) from counter where counter.shop_id = shop.id) as counter_id,
    coalesce((select last_number from day_counter d where d.shop_id = shop.id and d.service_day = current_setting('busy.today')), 0) as last
  from shop where id = current_setting('busy.shop');

-- Of a hundred that ended, eight were missed and five did not come, four left and three never paid. They ended up to ten hours ago.
create temporary table person on commit drop as
  select mall_id, shop_id, counter_id, today, 'busy-' || left(md5(shop_id || (last + n)), 15) as id, last + n as number,
    (8200000000 + last + n)::text as mobile,
    case when n > ended + waiting - waiting * every and (ended + waiting - n) % every = 0 then 'waiting'
      when n % 100 < 8 then 'missed' when n % 100 < 13 then 'no_show' when n % 100 < 17 then 'cancelled' when n % 100 < 20 then 'expired'
      else 'served' end as state,
    now - (ended + waiting - n + 1) * interval '10 hours' / (ended + waiting) - interval '15 min' as at
  from busy, generate_series(1, ended + waiting) n;

insert into ticket (id, mall_id, shop_id, service_day, mobile, name, email, state, lane, number, serve_key, version, counter_id, joined_at,
    called_at, call_count, call_started_at, call_seconds, call_ends_at, ended_at, settled_at, created_at)
  select id, mall_id, shop_id, today, mobile, 'Asha Verma', 'asha@example.in', state, 'regular', case when state <> 'expired' then number end,
    at, 4, case when state in ('served', 'missed', 'no_show') then counter_id end, at, case when state <> 'waiting' then at end, 1,
    case when state <> 'waiting' then at end, 180, at + interval '3 min', case when state <> 'waiting' then at + interval '4 min' end,
    case when state in ('cancelled', 'expired') then at end, at
  from person order by number;
insert into ticket_event (mall_id, shop_id, ticket_id, action, from_state, to_state, actor_kind, at)
  select mall_id, shop_id, id, action, before, coalesce(after, state), 'system', at
  from person, (values ('issue', 'pending_payment', 'waiting'), ('call', 'waiting', 'called'), ('complete', 'called', null)) step (action, before, after)
  where state <> 'waiting' or action = 'issue' order by number;
insert into message (id, mall_id, shop_id, ticket_id, kind, channel, seq, mobile, locale, params, state, tries, created_at, sent_at)
  select id, mall_id, shop_id, id, 'token', 'screen', 0, mobile, 'en', '{"number": "7", "shop": "Shop", "counter": "Counter 1"}', 'delivered',
    1, at, at
  from person order by number;
insert into day_counter (shop_id, service_day, mall_id, last_number, last_joined_at)
  select shop_id, today, mall_id, last + ended + waiting, now - interval '15 min' from busy
  on conflict (shop_id, service_day) do update set last_number = excluded.last_number;
