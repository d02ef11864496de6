-- A single capture, statement by statement: what a capture does outside a group.
\set i :i + 1
\set n :from + :client_id * :each + :i
begin;
select * from payment where id = 'bench-payment-' || :n for update;
select * from ticket where id = 'bench-ticket-' || :n for update;
select shop.id as shop, shop.mall_id as mall, service_day as day, shop.receipt_code, mall.title from ticket join shop on shop.id = shop_id join mall on mall.id = shop.mall_id where ticket.id = 'bench-ticket-' || :n \gset
update payment set state = 'captured', captured_at = now(), vendor_payment_id = 'v' where id = 'bench-payment-' || :n;
insert into payment_attempt (mall_id, payment_id, kind, actor_kind, actor_id, at) values (:mall, 'bench-payment-' || :n, 'capture', 'shopper', '9000000000', now());
insert into receipt_series (shop_id, financial_year, mall_id, seller, last_serial) values (:shop, '2627', :mall, :shop, 1) on conflict (shop_id, financial_year) do update set last_serial = receipt_series.last_serial + 1 returning last_serial as serial \gset
insert into day_counter (shop_id, service_day, mall_id, last_number, last_joined_at) values (:shop, :day, :mall, 1, now()) on conflict (shop_id, service_day) do update set last_number = day_counter.last_number + 1, last_joined_at = greatest(day_counter.last_joined_at, excluded.last_joined_at) returning last_number as number \gset
update ticket set state = 'waiting', number = :number, joined_at = now(), serve_key = now() - interval '10 minutes', hold_until = null, cash_payment_id = null, due_amount_paise = null, version = version + 1 where id = 'bench-ticket-' || :n;
insert into ticket_event (mall_id, shop_id, ticket_id, action, from_state, to_state, actor_kind, actor_id, at) values (:mall, :shop, 'bench-ticket-' || :n, 'issue', 'pending_payment', 'waiting', 'shopper', '9000000000', now());
insert into outbox (kind, shop_id, payload, created_at) values ('ticket.joined', :shop, jsonb_build_object('kind', 'ticket.joined', 'shopId', :shop::text, 'ticketId', 'bench-ticket-' || :n), now());
select pg_notify('red_carpet_outbox', '');
insert into receipt (id, mall_id, shop_id, payment_id, ticket_id, financial_year, serial, number, kind, code, issued_at, seller, seller_name, seller_address, shop_name, token_number, taxable_paise, cgst_paise, sgst_paise, extra_paise, total_paise, gateway) values ('bench-receipt-' || :n, :mall, :shop, 'bench-payment-' || :n, 'bench-ticket-' || :n, '2627', :serial, 'B/2627/' || :serial, 'receipt', md5('bench' || :n), now(), :shop, 'Bench', '', 'Shop', :number, 12000, 0, 0, 0, 12000, 'demo');
commit;
