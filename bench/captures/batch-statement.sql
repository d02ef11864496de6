-- Writes the rows of a batch of captures in a single statement, without rules and without results: the fastest way for the engine.
with p as (
  update payment set state = 'captured', captured_at = now(), vendor_payment_id = 'v'
  where id = any ($1::text[]) and state = 'created' returning *
), n as (
  select p.*, ticket.service_day, row_number() over (partition by p.shop_id order by p.id) as place, count(*) over (partition by p.shop_id) as many
  from p join ticket on ticket.id = p.ticket_id
), a as (
  insert into payment_attempt (mall_id, payment_id, kind, actor_kind, actor_id, at)
  select mall_id, id, 'capture', 'shopper', '9000000000', now() from p
), s as (
  insert into receipt_series (shop_id, financial_year, mall_id, seller, last_serial)
  select shop_id, '2627', mall_id, shop_id, count(*) from p group by shop_id, mall_id
  on conflict (shop_id, financial_year) do update set last_serial = receipt_series.last_serial + excluded.last_serial
  returning shop_id, last_serial
), d as (
  insert into day_counter (shop_id, service_day, mall_id, last_number, last_joined_at)
  select shop_id, service_day, mall_id, count(*), now() from n group by shop_id, service_day, mall_id
  on conflict (shop_id, service_day) do update set last_number = day_counter.last_number + excluded.last_number,
    last_joined_at = greatest(day_counter.last_joined_at, excluded.last_joined_at)
  returning shop_id, last_number, last_joined_at
), t as (
  update ticket set state = 'waiting', number = d.last_number - n.many + n.place, joined_at = d.last_joined_at,
    serve_key = d.last_joined_at - interval '10 minutes', hold_until = null, cash_payment_id = null, due_amount_paise = null,
    version = version + 1
  from n join d using (shop_id) where ticket.id = n.ticket_id returning ticket.*
), e as (
  insert into ticket_event (mall_id, shop_id, ticket_id, action, from_state, to_state, actor_kind, actor_id, at)
  select mall_id, shop_id, id, 'issue', 'pending_payment', 'waiting', 'shopper', '9000000000', now() from t
), o as (
  insert into outbox (kind, shop_id, payload, created_at)
  select 'ticket.joined', shop_id, jsonb_build_object('kind', 'ticket.joined', 'shopId', shop_id, 'ticketId', id), now() from t
), r as (
  insert into receipt (id, mall_id, shop_id, payment_id, ticket_id, financial_year, serial, number, kind, code, issued_at, seller, seller_name,
    seller_address, shop_name, token_number, taxable_paise, cgst_paise, sgst_paise, extra_paise, total_paise, gateway)
  select 'receipt-' || n.id, n.mall_id, n.shop_id, n.id, n.ticket_id, '2627', s.last_serial - n.many + n.place,
    'B/2627/' || (s.last_serial - n.many + n.place), 'receipt', md5(n.id), now(), n.shop_id, 'Bench', '', 'Shop', d.last_number - n.many + n.place, 12000, 0, 0, 0,
    12000, 'demo'
  from n join s using (shop_id) join d using (shop_id)
)
select count(*) from t
