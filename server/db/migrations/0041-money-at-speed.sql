-- Searches and files of the money read only what they return. See docs/decisions/0070-show-each-rupee-of-a-mall-in-one-state.md.

-- Money without an order, by what the vendor calls the order.
create index orphan_order on orphan (mall_id, vendor_order_id) where vendor_order_id is not null;
-- Credit notes of certain days. Receipts need no such index: a receipt is issued when its money comes in, and `payment_received` has that order.
create index credit_note_issued on credit_note (shop_id, issued_at, id);
