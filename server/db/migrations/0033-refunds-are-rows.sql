-- Refunds are rows with a key of their own. See docs/decisions/0067-keep-each-refund-as-a-row-with-its-own-key.md.

-- The sums of a payment's refunds: all of them, and those whose money is back. They can never exceed what was captured.
alter table payment
  add column refunding_paise int not null default 0,
  add column refunded_paise int not null default 0,
  add constraint payment_refunds check (0 <= refunded_paise and refunded_paise <= refunding_paise and refunding_paise <= amount_paise);

create table refund (
  -- the key at the vendor; the first refund of a whole payment has the payment's id, as before
  id text primary key,
  mall_id text not null,
  shop_id text not null references shop (id),
  payment_id text not null references payment (id),
  gateway text not null,
  amount_paise int not null check (amount_paise > 0),
  kind text not null check (kind in ('rule', 'leave', 'late', 'promise', 'staff', 'owner', 'dashboard')),
  reason text,
  actor_kind text not null,
  actor_id text,
  state text not null check (state in ('due', 'sent', 'pending', 'processed', 'failed', 'waiting_for_funds', 'by_hand')),
  tries int not null default 0,
  -- when the vendor is asked next; null: at once
  try_at timestamptz,
  -- what the vendor said when it did not pay
  trouble text,
  vendor_refund_id text,
  -- what the bank calls the money that is back: ARN, UTR or RRN
  bank_reference text,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((state = 'processed') = (settled_at is not null))
);
create index refund_payment on refund (payment_id, created_at);
create index refund_try on refund (try_at) where state in ('due', 'sent', 'pending', 'failed', 'waiting_for_funds');
-- what a shop has to hand back in cash
create index refund_by_hand on refund (shop_id, created_at) where state = 'by_hand';
create unique index refund_at_vendor on refund (mall_id, gateway, vendor_refund_id) where vendor_refund_id is not null;
call put_behind_wall('refund', 'select, insert, update');

-- The payments that a node of the version before has marked or refunded without a row. Empty in normal work, and captures never write it.
create index payment_without_refund on payment (id)
  where (state = 'refund_pending' and refunding_paise < amount_paise) or (state = 'refunded' and refunded_paise < amount_paise);

-- Makes the rows of these payments true: adds the missing refund, and completes those of a payment that is refunded. Locked payments wait for
-- the next run. The worker that pays refunds calls it: here, it would lock the table of payments as long as it writes. The version after the
-- next one can drop it.
create function adopt_refunds(at timestamptz) returns void language sql
begin atomic
  with found as (
    select * from payment
    where (state = 'refund_pending' and refunding_paise < amount_paise) or (state = 'refunded' and refunded_paise < amount_paise)
    order by id for no key update skip locked
  ), made as (
    insert into refund (id, mall_id, shop_id, payment_id, gateway, amount_paise, kind, actor_kind, state, tries, try_at, created_at, settled_at)
    select case when refunding_paise = 0 then id else md5(id || refunding_paise) end, mall_id, shop_id, id, gateway,
      amount_paise - refunding_paise, 'rule', 'system',
      case when state = 'refunded' then 'processed' when gateway = 'cash' then 'by_hand' when refund_tries > 0 then 'sent' else 'due' end,
      refund_tries, refund_try_at, coalesce(refunded_at, captured_at, created_at),
      case when state = 'refunded' then coalesce(refunded_at, at) end
    from found where refunding_paise < amount_paise
    on conflict (id) do nothing
  ), completed as (
    update refund set state = 'processed', settled_at = coalesce(found.refunded_at, at), try_at = null
    from found where refund.payment_id = found.id and found.state = 'refunded' and refund.state <> 'processed'
  )
  update payment set refunding_paise = found.amount_paise,
    refunded_paise = case when found.state = 'refunded' then found.amount_paise else found.refunded_paise end
  from found where payment.id = found.id;
end;
