-- Gives a migrated database a past; see past.ts. Settings: past.now, past.today (a service day), past.year (its financial year), past.shops
-- and past.tickets (numbers in all), past.per_mall (shops of a mall). Every id that is made here begins with `past-`.

create temporary table setting on commit drop as select
  current_setting('past.now')::timestamptz as now,
  current_setting('past.today') as today,
  current_setting('past.year') as year,
  current_setting('past.shops')::int as shops,
  current_setting('past.tickets')::int as tickets,
  current_setting('past.per_mall')::int as per_mall;

-- Places: shops in malls, each with one staff account and two counters.
create temporary table place on commit drop as
  select n, 'past-shop-' || n as shop_id, 'past-mall-' || (n - 1) / per_mall as mall_id, 'past-staff-' || n as staff_id, now
  from setting, generate_series(1, shops - (select count(*)::int from shop)) n;

insert into account (id, email, name, role, password_hash, created_at)
  select staff_id, staff_id || '@places.test', 'Neel Joshi', 'staff', 'none', now from place
  union all select distinct 'past-owner-' || mall_id, mall_id || '@places.test', 'Tara Bose', 'owner', 'none', now from place;
insert into mall (id, owner_account_id, title, description, address, created_at)
  select distinct mall_id, 'past-owner-' || mall_id, mall_id, 'Food, fashion and a cinema on five levels.', 'Mumbai', now from place;
insert into shop (id, mall_id, name, description, receipt_code, created_at)
  select shop_id, mall_id, 'Shop ' || n, 'Filter coffee, bun maska and a bill in a minute.', 'C' || n, now from place;
insert into receipt_code (seller, code, shop_id, mall_id) select mall_id, 'C' || n, shop_id, mall_id from place;
insert into shop_staff (shop_id, account_id, mall_id, created_at) select shop_id, staff_id, mall_id, now from place;
insert into counter (id, mall_id, shop_id, name, created_at)
  select shop_id || '-' || k, mall_id, shop_id, 'Counter ' || k, now from place, generate_series(1, 2) k;
insert into display (shop_id, mall_id, sliding_text, large_letter, pass_text, updated_at)
  select shop_id, mall_id, 'Welcome', 'W', 'Royal Pass', now from place;
insert into shop_stream (shop_id, seq) select shop_id, 100 from place;
insert into media (hash, kind, extension, content_type, bytes, created_at)
  select md5(shop_id) || md5(mall_id), 'image', 'jpg', 'image/jpeg', decode(repeat(md5(shop_id), 50), 'hex'), now from place;

-- Tickets of earlier days at every shop, with the existing shops: twenty a day, of which the last was never paid. Days of the demo
-- stay as they are.
create temporary table standing on commit drop as
  select id as shop_id, mall_id, row_number() over (order by id) as place, greatest(1, tickets / shops) as share, now, today,
    (select min(counter.id) from counter where counter.shop_id = shop.id) as counter_id
  from shop, setting;

insert into ticket (id, mall_id, shop_id, service_day, mobile, name, email, state, lane, number, serve_key, version, counter_id, joined_at,
    called_at, call_count, call_started_at, call_seconds, call_ends_at, ended_at, created_at)
  select 'past-' || left(md5(shop_id || '/' || i), 15), mall_id, shop_id, to_char(at, 'YYYY-MM-DD'), (8000000000 + (place * share + i) * 7919 % 200000)::text,
    'Asha Verma', 'asha@example.in', case when i % 13 = 0 then 'no_show' when i % 17 = 0 then 'cancelled' else 'served' end, 'priority',
    (i - 1) % 20 + 1, at - interval '10 min', 4, counter_id, at, at, 1, at, 180, at + interval '3 min', at + interval '5 min', at
  from standing, generate_series(1, share) i,
    lateral (select today::date - (i - 1) / 20 - 2 + time '06:00' + i % 20 * interval '20 min' as at) moment
  where not exists (select from day_counter own where own.shop_id = standing.shop_id and own.service_day = to_char(at, 'YYYY-MM-DD'))
  order by at, place;
update ticket set state = 'expired', number = null, serve_key = null, counter_id = null, joined_at = null, called_at = null, call_count = 0,
    call_started_at = null, call_seconds = null, call_ends_at = null
  where number = 20 and id like 'past-%';
update ticket set settled_at = ended_at where id like 'past-%' and state in ('expired', 'cancelled');
insert into day_counter (shop_id, service_day, mall_id, last_number, last_joined_at)
  select shop_id, service_day, mall_id, max(number), max(joined_at) from ticket where id like 'past-%' and number is not null group by 1, 2, 3;

-- Rows that belong to a ticket, in the order of the ids: this builds the indexes several times faster.
create temporary table issued on commit drop as select * from ticket where id like 'past-%' and number is not null order by id;

insert into ticket_event (mall_id, shop_id, ticket_id, action, from_state, to_state, actor_kind, at)
  select mall_id, shop_id, id, action, before, coalesce(after, state), 'system', joined_at
  from issued, (values ('issue', 'pending_payment', 'waiting'), ('call', 'waiting', 'called'), ('complete', 'called', null)) step (action, before, after);
insert into payment (id, mall_id, shop_id, ticket_id, gateway, state, amount_paise, base_fee_paise, extra_paise, tax_basis_points,
    created_at, expires_at, captured_at, refund_on_leave, seller_name, seller_address, receipt_code)
  select id, mall_id, shop_id, id, 'demo', case state when 'expired' then 'expired' when 'cancelled' then 'refunded' else 'captured' end,
    14160, 12000, 2160, 1800, created_at, created_at + interval '15 min', joined_at, true, 'Seller', 'Mumbai', 'B'
  from ticket where id like 'past-%' order by id;
insert into payment_attempt (mall_id, payment_id, kind, actor_kind, at)
  select mall_id, id, kind, 'shopper', joined_at from issued, (values ('confirm'), ('capture')) attempt (kind);
-- Each shop has one series for each financial year. The shops that existed before have numbered receipts of this year, so theirs are apart.
insert into receipt (id, mall_id, shop_id, payment_id, ticket_id, financial_year, serial, number, kind, code, issued_at, seller, seller_name,
    seller_address, shop_name, token_number, place_of_supply, tax_kind, tax_basis_points, taxable_paise, cgst_paise, sgst_paise, extra_paise,
    total_paise, gateway)
  select id, mall_id, shop_id, id, id, year, serial, receipt_code || '/' || year || '/' || lpad(serial::text, 6, '0'), 'tax_invoice', md5(id), joined_at,
    mall_id, 'Seller', 'Mumbai', 'Shop', number, '27', 'cgst_sgst', 1800, 12000, 1080, 1080, 0, 14160, 'demo'
  from (
    select issued.*, receipt_code, year, row_number() over (partition by shop_id, year order by joined_at) as serial
    from issued join (select id as shop_id, receipt_code from shop) own using (shop_id),
      lateral (select (joined_at at time zone 'Asia/Kolkata' - interval '3 months') as began) moment,
      lateral (select case when shop_id like 'past-%' then to_char(began, 'YY') || to_char(began + interval '1 year', 'YY') else 'past' end as year) named
  ) one order by id;
insert into receipt_series (shop_id, financial_year, mall_id, seller, last_serial)
  select shop_id, year, mall_id, mall_id, share from standing, setting on conflict do nothing;
insert into message (id, mall_id, shop_id, ticket_id, kind, channel, seq, mobile, locale, params, state, tries, created_at, sent_at)
  select id || seq, mall_id, shop_id, id, kind, 'screen', seq, mobile, 'en', '{"number": "7", "shop": "Shop", "counter": "Counter 1"}',
    'delivered', 1, created_at, created_at
  from issued, (values ('token', 0), ('call', 1)) cause (kind, seq);

-- Today there are people in the queue at every tenth of the new shops.
insert into ticket (id, mall_id, shop_id, service_day, mobile, name, email, state, lane, number, serve_key, version, counter_id, joined_at,
    called_at, call_count, call_started_at, call_seconds, call_ends_at, grace_ends_at, ended_at, created_at)
  select 'past-today-' || shop_id || '/' || i, mall_id, shop_id, today, (8100000000 + place * 10 + i)::text, 'Asha Verma', 'asha@example.in',
    case when i < 6 then 'served' when i = 6 then 'called' else 'waiting' end, 'priority', i, now + i * interval '1 s', 4,
    case when i < 7 then counter_id end, now, case when i < 7 then now end, case when i < 7 then 1 else 0 end, case when i < 7 then now end,
    case when i < 7 then 3600 end, case when i < 7 then now + interval '1 hour' end,
    case when i < 7 then now + interval '65 min' end, case when i < 6 then now end, now
  from standing, generate_series(1, 10) i where shop_id like 'past-%' and place % 10 = 0;
insert into day_counter (shop_id, service_day, mall_id, last_number, last_joined_at)
  select shop_id, today, mall_id, 10, now from standing where shop_id like 'past-%' and place % 10 = 0;

-- Rows that are deleted after a day or two, here from the last day: ten for each shop.
create temporary table yesterday on commit drop as
  select n, md5('past' || n) as id, (8000000000 + n * 7919 % 200000)::text as mobile, now - n * interval '1 s' as at
  from setting, generate_series(1, shops * 10) n;

insert into otp_code (id, mobile, code_hash, address_hash, created_at, expires_at, ended_at)
  select id, mobile, 'none', 'none', at, at + interval '5 min', at from yesterday;
insert into otp_try (mobile, otp_code_id, from_asker, at) select mobile, id, true, at from yesterday where n % 5 = 0;
insert into message (id, kind, channel, seq, mobile, locale, params, state, tries, created_at, sent_at)
  select 'past-otp-' || id, 'otp', 'screen', 0, mobile, 'en', '{}', 'sent', 1, at, at from yesterday;
insert into shopper_session (token_hash, mobile, created_at, expires_at) select id, mobile, at, now() + interval '1 day' from yesterday;
insert into outbox (kind, shop_id, payload, created_at, seq, relayed_at)
  select 'ticket.joined', 'past-shop-1', '{"kind": "ticket.joined"}', at, n, at from yesterday, generate_series(1, 5);
insert into session (id, token_hash, account_id, created_at, last_seen_at, expires_at)
  select id, id, 'past-staff-' || n % 900 + 1, at, at, now() + interval '1 day' from yesterday;
insert into auth_challenge (id, token_hash, account_id, kind, created_at, expires_at)
  select id, id, 'past-staff-' || n % 900 + 1, 'totp', at, now() + interval '1 day' from yesterday;
insert into reset_code (id, account_id, code_hash, created_at, expires_at, ended_at)
  select id, 'past-staff-' || n % 900 + 1, 'none', at, at, at from yesterday;
insert into sign_in_failure (who_hash, at) select id, at from yesterday;
insert into audit (mall_id, actor_account_id, action, subject, at)
  select 'past-mall-' || n % 20, 'past-staff-' || n % 900 + 1, 'shop.changed', 'past-shop-1', at from yesterday;
