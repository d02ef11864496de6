-- What the vendors' books say beside our payments: money that fits no order, disputes, and what they pay to the malls' banks.
-- See docs/decisions/0071-compare-our-books-with-those-of-the-vendors.md.

-- Money at a vendor that is not the capture of one of our orders. Each payment there is one row, however often we hear of it.
create table orphan (
  id text primary key,
  mall_id text not null references mall (id),
  gateway text not null check (gateway in ('razorpay', 'cashfree')),
  -- `unknown`: of no order that we know; `other_amount`: not the amount of its order; `second`: one more payment of a paid order.
  kind text not null check (kind in ('unknown', 'other_amount', 'second')),
  payment_id text references payment (id),
  vendor_order_id text,
  vendor_payment_id text not null,
  amount_paise int not null,
  seen_at timestamptz not null,
  -- when the vendor gave it back without being asked
  returned_at timestamptz,
  -- what a person has done about it
  decided_at timestamptz,
  decided_by text,
  note text,
  unique (mall_id, gateway, vendor_payment_id)
);
create index orphan_payment on orphan (payment_id) where payment_id is not null;
-- in the order in which the money page lists it
create index orphan_seen on orphan (mall_id, seen_at, id);
call put_behind_wall('orphan', 'select, update (decided_at, decided_by, note)');

create or replace function whose(thing text) returns table (kind text, mall_id text) language sql stable security definer
begin atomic
  select 'mall', m.id from mall m where m.id = thing and m.archived_at is null
  union all select 'shop', s.mall_id from shop s where s.id = thing and s.archived_at is null
  union all select 'counter', c.mall_id from counter c where c.id = thing and c.archived_at is null
  union all select 'ticket', t.mall_id from ticket t where t.id = thing
  union all select 'payment', p.mall_id from payment p where p.id = thing
  union all select 'receipt', r.mall_id from receipt r where r.id = thing
  union all select 'orphan', o.mall_id from orphan o where o.id = thing;
end;

-- A shopper's bank asks for the money back. The newest word of the vendor counts; nothing here moves a ticket or a payment.
create table dispute (
  id text primary key,
  mall_id text not null references mall (id),
  gateway text not null check (gateway in ('razorpay', 'cashfree')),
  vendor_dispute_id text not null,
  payment_id text references payment (id),
  vendor_payment_id text,
  amount_paise int not null,
  -- what the vendor has taken from the mall for it
  deducted_paise int not null,
  phase text not null,
  reason text not null,
  state text not null check (state in ('open', 'under_review', 'won', 'lost', 'closed')),
  respond_by timestamptz,
  opened_at timestamptz not null,
  told_at timestamptz not null,
  unique (mall_id, gateway, vendor_dispute_id)
);
create index dispute_payment on dispute (payment_id) where payment_id is not null;
call put_behind_wall('dispute', 'select');

-- A transfer of a vendor to the bank of a mall.
create table settlement (
  id text primary key,
  mall_id text not null references mall (id),
  gateway text not null check (gateway in ('razorpay', 'cashfree')),
  vendor_settlement_id text not null,
  -- the bank's reference of the transfer
  utr text,
  settled_at timestamptz not null,
  unique (mall_id, gateway, vendor_settlement_id)
);
call put_behind_wall('settlement', 'select');

-- One entry of a transfer. `net_paise` is what it adds to the transfer, negative for a refund; the fee is without its tax.
create table settlement_line (
  id text primary key,
  mall_id text not null references mall (id),
  gateway text not null check (gateway in ('razorpay', 'cashfree')),
  settlement_id text not null references settlement (id),
  kind text not null check (kind in ('payment', 'refund', 'dispute', 'adjustment')),
  -- what the vendor calls the entry, with its kind there
  vendor_line_id text not null,
  payment_id text references payment (id),
  vendor_payment_id text,
  amount_paise int not null,
  fee_paise int not null,
  tax_paise int not null,
  net_paise int not null,
  happened_at timestamptz not null,
  unique (mall_id, gateway, vendor_line_id)
);
create index settlement_line_of on settlement_line (settlement_id);
create index settlement_line_payment on settlement_line (payment_id) where payment_id is not null;
create index settlement_line_at_vendor on settlement_line (vendor_payment_id) where vendor_payment_id is not null;
call put_behind_wall('settlement_line', 'select');

-- Until which day (of the mall) the transfers were read, and when they are read next; null before the first time.
alter table gateway_account
  add column settled_until text,
  add column next_import_at timestamptz;
