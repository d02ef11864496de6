-- Foundation: accounts, malls, shops, verification, queue, payments, messages, outbox.
-- Written for PostgreSQL 15 (no uuidv7, no RETURNING OLD/NEW). Every tenant row carries mall_id, the key by which the data can be
-- spread over machines. Days are text (YYYY-MM-DD, the mall's local date), money is integer paise.

create table account (
  id text primary key,
  email text not null,
  name text not null,
  role text not null check (role in ('staff', 'owner', 'superadmin')),
  password_hash text not null,
  disabled_at timestamptz,
  created_at timestamptz not null
);
create unique index account_email on account (lower(email));

-- A session token is kept only as its SHA-256 (hex).
create table session (
  id text primary key,
  token_hash text not null unique,
  account_id text not null references account (id),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_account on session (account_id);
create index session_expiry on session (expires_at);

create table mall (
  id text primary key,
  owner_account_id text references account (id),
  title text not null,
  description text not null default '',
  image text,
  address text not null default '',
  legal_name text not null default '',
  gstin text,
  gst_basis_points int not null default 1800,
  time_zone text not null default 'Asia/Kolkata',
  archived_at timestamptz,
  created_at timestamptz not null
);
create index mall_owner on mall (owner_account_id);

create table shop (
  id text primary key,
  mall_id text not null references mall (id),
  name text not null,
  description text not null default '',
  image text,
  link text,
  place text not null default '',
  base_fee_paise int not null default 12000 check (base_fee_paise >= 0),
  extra_paise int not null default 0 check (extra_paise >= 0),
  minutes_per_ticket int not null default 4 check (minutes_per_ticket between 1 and 240),
  head_start_minutes int not null default 10 check (head_start_minutes between 0 and 240),
  countdown_seconds int not null default 180 check (countdown_seconds between 1 and 3600),
  refund_on_leave boolean not null default true,
  -- null: open at any hour; else per weekday (0 = Sunday) a list of ["10:00","22:00"]
  opening_hours jsonb,
  support_contact text,
  editor_name text,
  editor_mobile text,
  editor_email text,
  receipt_code text not null,
  archived_at timestamptz,
  created_at timestamptz not null
);
create unique index shop_name on shop (mall_id, lower(name)) where archived_at is null;
create unique index shop_receipt_code on shop (mall_id, receipt_code);

create table shop_staff (
  shop_id text not null references shop (id),
  account_id text not null references account (id),
  mall_id text not null,
  created_at timestamptz not null,
  primary key (shop_id, account_id)
);
create index shop_staff_account on shop_staff (account_id);

create table counter (
  id text primary key,
  mall_id text not null,
  shop_id text not null references shop (id),
  name text not null,
  is_open boolean not null default true,
  created_at timestamptz not null
);
create unique index counter_name on counter (shop_id, lower(name));

create table display (
  shop_id text primary key references shop (id),
  mall_id text not null,
  background_image text,
  sliding_text text not null default '',
  large_letter text not null default '',
  pass_text text not null default '',
  updated_at timestamptz not null
);

-- Verification. A code is a keyed hash; tries are rows so that they count across resends and across nodes.
create table otp_code (
  id text primary key,
  mobile text not null,
  code_hash text not null,
  address_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index otp_code_mobile on otp_code (mobile, created_at);
create unique index otp_code_live on otp_code (mobile) where ended_at is null;

create table otp_try (
  id bigint generated always as identity primary key,
  mobile text not null,
  otp_code_id text not null references otp_code (id) on delete cascade,
  from_asker boolean not null,
  at timestamptz not null
);
create index otp_try_mobile on otp_try (mobile, at);
create index otp_try_code on otp_try (otp_code_id);

create table shopper_session (
  token_hash text primary key,
  mobile text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index shopper_session_expiry on shopper_session (expires_at);

-- The queue.
create table ticket (
  id text primary key,
  mall_id text not null,
  shop_id text not null references shop (id),
  service_day text not null,
  mobile text not null,
  name text not null,
  email text not null,
  locale text not null default 'en',
  state text not null check (state in ('pending_payment', 'waiting', 'called', 'serving', 'served', 'missed', 'no_show', 'cancelled', 'expired')),
  lane text not null check (lane in ('priority', 'regular')),
  number int,
  -- joined_at minus the head start of the lane; fixed at joining
  serve_key timestamptz,
  version int not null default 1,
  wished_counter_id text,
  counter_id text references counter (id),
  hold_until timestamptz,
  joined_at timestamptz,
  called_at timestamptz,
  call_count int not null default 0,
  call_started_at timestamptz,
  call_seconds int,
  call_ends_at timestamptz,
  ended_at timestamptz,
  notice_state text check (notice_state in ('queued', 'sent', 'delivered', 'failed')),
  cash_payment_id text,
  due_amount_paise int,
  created_at timestamptz not null
);
create unique index ticket_number on ticket (shop_id, service_day, number) where number is not null;
create unique index ticket_live on ticket (shop_id, service_day, mobile)
  where state in ('pending_payment', 'waiting', 'called', 'serving', 'missed');
create index ticket_order on ticket (shop_id, service_day, serve_key, number) where state = 'waiting';
create index ticket_desk on ticket (shop_id, service_day, state);
create index ticket_mobile on ticket (mobile, service_day, created_at);
create index ticket_call_ends on ticket (call_ends_at) where state = 'called';
create index ticket_hold on ticket (hold_until) where state = 'pending_payment';

-- The last token number given out, per shop and service day. Its row lock is taken last in a transaction.
create table day_counter (
  shop_id text not null references shop (id),
  service_day text not null,
  mall_id text not null,
  last_number int not null default 0,
  -- never runs backwards, so that joining order and number order agree whatever the nodes' clocks say
  last_joined_at timestamptz not null,
  primary key (shop_id, service_day)
);

-- Every transition: who, what, when; `before` is what an undo puts back.
create table ticket_event (
  id bigint generated always as identity primary key,
  mall_id text not null,
  shop_id text not null,
  ticket_id text not null references ticket (id),
  action text not null,
  from_state text,
  to_state text not null,
  actor_kind text not null check (actor_kind in ('shopper', 'account', 'system')),
  actor_id text,
  before jsonb,
  undone_at timestamptz,
  at timestamptz not null
);
create index ticket_event_ticket on ticket_event (ticket_id, id);
create index ticket_event_shop on ticket_event (shop_id, at);

-- Money.
create table payment (
  id text primary key,
  mall_id text not null,
  shop_id text not null references shop (id),
  ticket_id text not null references ticket (id),
  gateway text not null,
  state text not null check (state in ('created', 'captured', 'expired', 'refund_pending', 'refunded')),
  amount_paise int not null check (amount_paise > 0),
  base_fee_paise int not null,
  extra_paise int not null,
  tax_basis_points int,
  vendor_order_id text,
  vendor_payment_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  captured_at timestamptz,
  refunded_at timestamptz
);
-- one open or captured order per ticket: a second one is the same one
create unique index payment_ticket on payment (ticket_id) where state in ('created', 'captured');
create index payment_open on payment (expires_at) where state = 'created';
create index payment_refund on payment (created_at) where state = 'refund_pending';
create index payment_by_ticket on payment (ticket_id, created_at);

-- Attempts, refunds and what a vendor said: rows, never overwritten.
create table payment_attempt (
  id bigint generated always as identity primary key,
  mall_id text not null,
  payment_id text not null references payment (id),
  kind text not null check (kind in ('confirm', 'capture', 'failed', 'expired', 'refund')),
  actor_kind text not null,
  actor_id text,
  detail jsonb,
  at timestamptz not null
);
create index payment_attempt_payment on payment_attempt (payment_id, id);

create table receipt_series (
  shop_id text not null references shop (id),
  financial_year text not null,
  mall_id text not null,
  last_serial int not null default 0,
  primary key (shop_id, financial_year)
);
create table receipt (
  id text primary key,
  mall_id text not null,
  shop_id text not null references shop (id),
  payment_id text not null unique references payment (id),
  ticket_id text not null references ticket (id),
  financial_year text not null,
  serial int not null,
  number text not null,
  kind text not null check (kind in ('tax_invoice', 'receipt')),
  issued_at timestamptz not null,
  seller_name text not null,
  seller_address text not null,
  gstin text,
  shop_name text not null,
  token_number int not null,
  taxable_paise int not null,
  tax_basis_points int,
  cgst_paise int not null,
  sgst_paise int not null,
  extra_paise int not null,
  total_paise int not null,
  gateway text not null,
  unique (shop_id, financial_year, serial)
);
create index receipt_ticket on receipt (ticket_id);

-- Messages to people: made by the relay from an event, delivered by a worker, unique per cause.
create table message (
  id text primary key,
  mall_id text,
  shop_id text,
  ticket_id text references ticket (id),
  kind text not null check (kind in ('otp', 'token', 'call', 'refund')),
  channel text not null,
  seq int not null default 0,
  mobile text not null,
  locale text not null,
  params jsonb not null,
  -- a secret (an OTP), sealed with the server's key; emptied once handed over
  sealed text,
  state text not null check (state in ('queued', 'sent', 'delivered', 'failed', 'dropped')),
  tries int not null default 0,
  next_try_at timestamptz,
  vendor_id text,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create unique index message_once on message (ticket_id, kind, channel, seq) where ticket_id is not null;
create index message_due on message (next_try_at) where state = 'queued';
create index message_ticket on message (ticket_id, created_at);

-- Events, written in the transaction that causes them. The relay gives each its place in its shop's stream.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  shop_id text,
  payload jsonb not null,
  created_at timestamptz not null,
  seq int,
  relayed_at timestamptz
);
create index outbox_waiting on outbox (id) where relayed_at is null;
create index outbox_old on outbox (relayed_at) where relayed_at is not null;

create table shop_stream (
  shop_id text primary key,
  seq int not null default 0
);
