-- Served tickets of earlier days with all their rows: 100 shops with 200 tickets each a day. `bench.tickets` sets the number of tickets.
insert into mall (id, title, created_at) values ('m', 'Phoenix Mall', now());
insert into shop (id, mall_id, name, receipt_code, created_at)
  select 'shop' || s, 'm', 'Shop ' || s, 'C' || s, now() from generate_series(0, 99) s;
insert into counter (id, mall_id, shop_id, name, created_at) select 'counter' || s, 'm', 'shop' || s, 'Counter 1', now() from generate_series(0, 99) s;

create temp table one on commit drop as
  select n, substr(md5(n::text), 1, 20) as id, 'shop' || n % 100 as shop_id, (n / 100) % 200 + 1 as number,
    now() - interval '1 day' * (n / 20000 + 1) as at, to_char(now() - interval '1 day' * (n / 20000 + 1), 'YYYY-MM-DD') as service_day
  from generate_series(0, current_setting('bench.tickets')::int - 1) n;

insert into ticket (id, mall_id, shop_id, service_day, mobile, name, email, state, lane, number, serve_key, counter_id, joined_at, called_at,
    call_count, call_started_at, call_seconds, call_ends_at, ended_at, notice_state, created_at)
  select id, 'm', shop_id, service_day, 7000000000 + n, 'Asha Verma ' || n, 'asha' || n || '@example.in', 'served', 'priority', number, at,
    'counter' || n % 100, at, at, 1, at, 180, at, at, 'delivered', at from one;
insert into ticket_event (mall_id, shop_id, ticket_id, action, from_state, to_state, actor_kind, actor_id, before, at)
  select 'm', shop_id, id, action, 'waiting', 'called', 'account', 'somebody', '{"state": "waiting", "counterId": null}', at
  from one, unnest(array['issue', 'call', 'complete']) action;
insert into payment (id, mall_id, shop_id, ticket_id, gateway, state, amount_paise, base_fee_paise, extra_paise, tax_basis_points, created_at,
    expires_at, captured_at, refund_on_leave, seller_name, seller_address, receipt_code)
  select id, 'm', shop_id, id, 'cash', 'captured', 14160, 12000, 2160, 1800, at, at, at, true, 'Seller', 'Mumbai', 'B' from one;
insert into payment_attempt (mall_id, payment_id, kind, actor_kind, detail, at) select 'm', id, 'capture', 'account', '{"gateway": "cash"}', at from one;
insert into receipt (id, mall_id, shop_id, payment_id, ticket_id, financial_year, serial, number, kind, code, issued_at, seller, seller_name, seller_address,
    shop_name, token_number, taxable_paise, tax_basis_points, cgst_paise, sgst_paise, extra_paise, total_paise, gateway)
  select id, 'm', shop_id, id, id, '2627', n / 100 + 1, 'C' || n % 100 || '/2627/' || n / 100 + 1, 'tax_invoice', md5(id), at, 'm', 'Phoenix Mall',
    'Senapati Bapat Marg', 'Shop', number, 12000, 1800, 1080, 1080, 0, 14160, 'cash' from one;
insert into message (id, mall_id, shop_id, ticket_id, kind, channel, mobile, locale, params, state, created_at, sent_at)
  select kind || id, 'm', shop_id, id, kind, 'sms', 7000000000 + n, 'en', '["Shop", "12"]', 'delivered', at, at from one, unnest(array['token', 'call']) kind;
insert into day_counter (shop_id, service_day, mall_id, last_number, last_joined_at)
  select shop_id, service_day, 'm', max(number), max(at) from one group by 1, 2;
insert into receipt_series (shop_id, financial_year, mall_id, seller, last_serial) select shop_id, '2627', 'm', 'm', max(n / 100 + 1) from one group by 1;
