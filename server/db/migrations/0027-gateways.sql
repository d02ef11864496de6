-- Gateways of vendors: each mall's own account with them, what they call our orders, and what they send us.
-- See docs/decisions/0064-let-each-mall-bring-its-own-gateway-accounts.md.

create table gateway_account (
  mall_id text not null references mall (id),
  gateway text not null check (gateway in ('razorpay', 'cashfree')),
  is_on boolean not null,
  -- the public name of the key
  key_id text,
  last_webhook_at timestamptz,
  changed_at timestamptz not null,
  primary key (mall_id, gateway)
);
call put_behind_wall('gateway_account', 'select, insert, update (is_on, key_id, changed_at)');

-- Secrets, sealed. A tenant writes them and never reads them. A replaced one stays for a while: vendors repeat events with it.
create table gateway_secret (
  id text primary key,
  mall_id text not null references mall (id),
  gateway text not null check (gateway in ('razorpay', 'cashfree')),
  field text not null check (field in ('key', 'webhook')),
  sealed text not null,
  made_at timestamptz not null,
  replaced_at timestamptz
);
create unique index gateway_secret_current on gateway_secret (mall_id, gateway, field) where replaced_at is null;
create index gateway_secret_replaced on gateway_secret (replaced_at) where replaced_at is not null;
call put_behind_wall('gateway_secret',
  'select (id, mall_id, gateway, field, made_at, replaced_at), update (replaced_at), insert');

-- What a vendor calls an order, and when we ask the vendor for it again. Its own table: an index of `payment` would cost every capture of
-- cash a write. `next_check_at` is null once nothing more is expected.
create table vendor_order (
  payment_id text primary key references payment (id),
  mall_id text not null,
  gateway text not null check (gateway in ('razorpay', 'cashfree')),
  vendor_order_id text not null,
  opened_at timestamptz not null,
  checks int not null default 0,
  next_check_at timestamptz,
  unique (gateway, vendor_order_id)
);
create index vendor_order_check on vendor_order (next_check_at) where next_check_at is not null;
call put_behind_wall('vendor_order', 'select');

-- Each event of a vendor once, as its bytes came. `about` is what it says, without personal data. A tenant does not read the bytes.
create table vendor_event (
  id text primary key,
  mall_id text not null references mall (id),
  gateway text not null check (gateway in ('razorpay', 'cashfree')),
  event_id text not null,
  body bytea not null,
  about jsonb,
  received_at timestamptz not null,
  tries int not null default 0,
  next_try_at timestamptz,
  handled_at timestamptz,
  outcome text check (outcome in ('unused', 'done', 'known', 'late', 'refused', 'mismatch', 'second', 'orphan')),
  unique (mall_id, gateway, event_id)
);
create index vendor_event_waiting on vendor_event (next_try_at) where handled_at is null;
create index vendor_event_age on vendor_event (received_at);
call put_behind_wall('vendor_event',
  'select (id, mall_id, gateway, event_id, about, received_at, tries, next_try_at, handled_at, outcome)');
