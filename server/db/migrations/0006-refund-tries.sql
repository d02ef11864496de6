-- Refunds: each is tried again with growing pauses of its own, so that some that fail for ever do not keep the others waiting.
alter table payment
  add column refund_tries int not null default 0,
  -- when it is tried next; null: at once
  add column refund_try_at timestamptz;

drop index payment_refund;
create index payment_refund on payment (refund_try_at) where state = 'refund_pending';
-- what a shop has to hand back in cash
create index payment_hand_back on payment (shop_id, created_at) where state = 'refund_pending';
