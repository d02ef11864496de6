-- The owner's page of the money. See docs/decisions/0070-show-each-rupee-of-a-mall-in-one-state.md.

-- The payments of a shop in the order in which the money came in.
create index payment_received on payment (shop_id, captured_at, id) where captured_at is not null;
-- Those of which something is owed, or of which all went back.
create index payment_owed on payment (shop_id, captured_at, id) where refunding_paise > refunded_paise;
create index payment_back on payment (shop_id, captured_at, id) where state = 'refunded';
-- What a vendor calls a payment, for the search. Cash has none, so its captures write nothing here.
create index payment_at_vendor on payment (vendor_payment_id) where vendor_payment_id is not null;

-- What an event is about: the vendor's name of an order, or our refund. Behind the wall, no index over `about` could be used.
alter table vendor_event add column subject text;
update vendor_event set subject = coalesce(about ->> 'vendorOrderId', about ->> 'refundId') where about is not null;
create index vendor_event_subject on vendor_event (subject) where subject is not null;
grant select (subject) on vendor_event to rc_tenant;
