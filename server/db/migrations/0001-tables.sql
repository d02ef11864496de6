-- All tables, by noun. Written for PostgreSQL 15 (no uuidv7, no RETURNING OLD/NEW). Every tenant row carries mall_id, the key by which the
-- data can be spread over machines. Days are text (YYYY-MM-DD, the mall's local date), money is integer paise.

-- -------- Accounts and how they sign in --------

create table account (
  id text primary key,
  email text not null,
  name text not null,
  role text not null check (role in ('staff', 'owner', 'superadmin')),
  password_hash text not null,
  disabled_at timestamptz,
  created_at timestamptz not null,
  -- sealed with the server's key; null until enrolled
  totp_secret text,
  -- the last time step that was used: a code works once
  totp_last_step bigint,
  -- when a one-use first password ends; null where the password is the person's own
  first_password_until timestamptz,
  -- sessions are forgotten when they end, this is not
  last_seen_at timestamptz,
  -- when someone last proved that mail to this address reaches them; null: nobody has
  email_confirmed_at timestamptz,
  -- the language of the last sign-in: mails about the account use it
  locale text not null default 'en' check (locale in ('en', 'hi')),
  -- managers see whether an account has a second factor, and may remove it; they never read the secret
  has_second_factor boolean not null generated always as (totp_secret is not null) stored
);
-- The email of a disabled account is free: its person may work for another mall or sign up. The account keeps it, and cannot be enabled as
-- long as another one has it. Super administrators keep theirs, because only an operator gives them a new password.
create unique index account_email on account (lower(email)) where disabled_at is null or role = 'superadmin';
create index account_any_email on account (lower(email));

-- A session token is kept only as its SHA-256 (hex).
create table session (
  id text primary key,
  token_hash text not null unique,
  account_id text not null references account (id),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- what the browser said of itself when the session began, such as 'Chrome' and 'Android'; null if it said nothing that we know
  browser text,
  system text,
  -- when the password was last given in this session; null: never
  proven_at timestamptz
);
create index session_account on session (account_id);
create index session_expiry on session (expires_at);

-- The first step of a sign-in that needs a second one. The secret the browser holds is kept only as its SHA-256.
create table auth_challenge (
  id text primary key,
  token_hash text not null unique,
  account_id text not null references account (id),
  kind text not null check (kind in ('totp', 'totp_enrol', 'first_password')),
  -- the secret that is being enrolled, sealed
  sealed text,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index auth_challenge_account on auth_challenge (account_id);
create index auth_challenge_expiry on auth_challenge (expires_at);

-- A second factor that is being set up: it counts only after a code of it was given in the same session.
create table second_factor_offer (
  session_id text primary key references session (id) on delete cascade,
  -- the secret, sealed with the server's key
  sealed text not null,
  tries int not null default 0,
  expires_at timestamptz not null
);
create index second_factor_offer_expiry on second_factor_offer (expires_at);

-- Several live side by side: a stranger who asks for a reset takes nothing from the owner.
create table reset_code (
  id text primary key,
  account_id text not null references account (id),
  code_hash text not null,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index reset_code_asked on reset_code (account_id, created_at);
create index reset_code_age on reset_code (created_at);
create index reset_code_live on reset_code (code_hash) where ended_at is null;

-- Failed sign-ins, counted per account *and* address, so that a stranger cannot lock anyone out. Both only as keyed hashes. A row is a try
-- before it is judged. See decision 0031.
create table sign_in_failure (
  id bigint generated always as identity primary key,
  who_hash text not null,
  at timestamptz not null,
  -- while its password is being hashed; a try whose node dies stays so and counts as wrong
  pending boolean not null default false
);
create index sign_in_failure_who on sign_in_failure (who_hash, at);
create index sign_in_failure_age on sign_in_failure (at);

-- An owner's sign-up until the address is confirmed by mail. The code is 256 random bits and kept as its SHA-256.
create table sign_up (
  id text primary key,
  code_hash text not null unique,
  email text not null,
  name text not null,
  password_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_up_expiry on sign_up (expires_at);
create index sign_up_email on sign_up (email);

-- -------- Malls, shops and the people who work there --------

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
  created_at timestamptz not null,
  -- what an owner has entered and no super administrator has confirmed; `gstin` is confirmed
  gstin_waiting text,
  -- the hour (by the clocks of the mall) at which its service day begins: a mall that is open past midnight begins its day later
  day_start_hour int not null default 0 check (day_start_hour between 0 and 12),
  -- of all shops of the mall that have none of their own; an owner's sign-in email is never shown instead
  support_contact text,
  -- the service code (SAC) that the seller's accountant has chosen; empty until then
  sac text not null default '',
  -- the present one; null if the name gave none: then the id is the address
  slug text
);
create index mall_owner on mall (owner_account_id);
create index mall_image on mall (image) where image is not null;
-- Pages of malls by title.
create index mall_title on mall (title, id) where archived_at is null;

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
  created_at timestamptz not null,
  -- [{ "day": "2026-11-01", "spans": [["10:00", "14:00"]] }]: no spans is closed
  hours_exceptions jsonb not null default '[]',
  qr_made_at timestamptz,
  -- when the fee was first saved: a free shop has decided too
  fee_saved_at timestamptz,
  -- after the countdown, a called ticket is not missed for this many minutes
  grace_minutes int not null default 5 check (grace_minutes between 0 and 60),
  -- set while staff let no one join
  paused_reason text check (paused_reason in ('technical', 'break', 'busy', 'ask_staff')),
  -- when the pause ends automatically; null: when someone ends it
  paused_until timestamptz,
  paused_at timestamptz,
  paused_by text references account (id),
  -- minutes of the billing queue without Red Carpet, as the shop states them; null says nothing
  usual_wait_minutes int check (usual_wait_minutes between 1 and 600),
  -- how much of a payment staff may refund; 0: only the owner can
  staff_refund_limit_paise int not null default 0 check (staff_refund_limit_paise >= 0),
  -- { minutes, capacity, daysAhead, moveUntilMinutes }; null: the shop offers no slots
  slots jsonb,
  -- null promises nothing
  promise_minutes int check (promise_minutes between 1 and 240),
  slug text,
  constraint shop_pause check ((paused_reason is null) = (paused_at is null) and (paused_until is null or paused_reason is not null))
);
create unique index shop_name on shop (mall_id, lower(name)) where archived_at is null;
create unique index shop_receipt_code on shop (mall_id, receipt_code);
create index shop_image on shop (image) where image is not null;
create index shop_pause_ends on shop (paused_until) where paused_until is not null;

create table shop_staff (
  shop_id text not null references shop (id),
  account_id text not null references account (id),
  mall_id text not null,
  created_at timestamptz not null,
  primary key (shop_id, account_id)
);
create index shop_staff_account on shop_staff (account_id);
-- The audit of a mall asks for the people who work there.
create index shop_staff_mall on shop_staff (mall_id);

-- One page of malls by title, with how many shops each has: those with a shop, one's own, or all. Malls and shops belong to two slices, so
-- their join is here.
create function listed_malls(after_title text, after_id text, search text, own text[], everything boolean, most int)
returns table (id text, shops int) language sql stable
begin atomic
  select m.id, (select count(*)::int from shop s where s.mall_id = m.id and s.archived_at is null)
  from mall m
  where m.archived_at is null
    and ($2 = '' or (m.title, m.id) > ($1, $2))
    and ($3 = '' or m.title ilike $3)
    and ($5 or m.id = any ($4) or exists (select from shop s where s.mall_id = m.id and s.archived_at is null))
  order by m.title, m.id
  limit $6;
end;

-- Where accounts work, without archived shops. Every call of staff reads it, so it is a view, which the planner sees through, and not a
-- function as `places_of_staff`, which it would have to run. It shows each caller only the rows that the wall shows.
create view staff_place with (security_invoker = true) as
select s.account_id, s.shop_id, s.mall_id, s.created_at
from shop_staff s join shop on shop.id = s.shop_id
where shop.archived_at is null;

create table counter (
  id text primary key,
  mall_id text not null,
  shop_id text not null references shop (id),
  name text not null,
  is_open boolean not null default true,
  created_at timestamptz not null,
  -- a removal keeps the row: tickets and receipts name their counter for ever
  archived_at timestamptz,
  -- an open counter takes no calls until then
  paused_until timestamptz
);
create unique index counter_name on counter (shop_id, lower(name)) where archived_at is null;
-- The index of names has only counters in use; digests, passes and desks ask for all that a shop ever had.
create index counter_shop on counter (shop_id);
create index counter_pause_ends on counter (paused_until) where paused_until is not null;

-- A device of the desk is a session. It is at one counter; a counter can have several devices.
create table counter_session (
  session_id text primary key references session (id) on delete cascade,
  mall_id text not null,
  shop_id text not null references shop (id),
  counter_id text not null references counter (id),
  -- as it was then: the account of a super administrator is on the other side of the wall
  account_name text not null,
  since timestamptz not null
);
create index counter_session_shop on counter_session (shop_id);
create index counter_session_counter on counter_session (counter_id);

create table display (
  shop_id text primary key references shop (id),
  mall_id text not null,
  background_image text,
  sliding_text text not null default '',
  large_letter text not null default '',
  pass_text text not null default '',
  updated_at timestamptz not null,
  audio text,
  -- what the picture shows, for those who do not see it; empty: the shop's name says it
  image_alt text not null default ''
);
create index display_picture on display (background_image) where background_image is not null;
create index display_sound on display (audio) where audio is not null;

-- Pictures and sounds by their content: the name is the SHA-256, so it never changes and may be cached for ever.
create table media (
  hash text primary key,
  kind text not null check (kind in ('image', 'sound')),
  extension text not null,
  content_type text not null,
  bytes bytea not null,
  created_at timestamptz not null,
  -- when it was last named by a form or found in use; what nothing shows is deleted a day after that
  kept_at timestamptz not null default now()
);
create index media_kept on media (kept_at);

-- Addresses that can be said aloud: `/shetty-silks` instead of `/lasf4at8lpn9d9th8kiq`. A slug once given stays with its place, so that a
-- printed one always leads there, also after the name has changed.
create table slug (
  slug text primary key,
  -- of a mall or a shop
  place_id text not null
);
create index slug_place on slug (place_id);

-- Gives a place the slug that its name makes, with a number if another place has it or is known by it as its id. It looks over the wall
-- between tenants, because slugs are the same for all, but a tenant can name only its own places. After a hundred equal names numbers are
-- drawn, so that the search stays short. A place gets at most twenty: a tenant must not take the names of others.
create function give_slug(base text, of_place text) returns void language plpgsql security definer set search_path from current as $$
declare
  n bigint := 1;
  wished text := base;
begin
  if current_setting('role') = 'rc_tenant' and not exists (
    select from shop where id = of_place and mall_id = any (tenant_malls()) union all select from mall where id = of_place and id = any (tenant_malls())
  ) then
    raise insufficient_privilege using message = 'the place belongs to another tenant';
  end if;
  if (select count(*) from slug where place_id = of_place) >= 20 and not exists (select from slug where slug = base and place_id = of_place) then
    return;
  end if;
  loop
    if not exists (select from shop where id = wished and id <> of_place union all select from mall where id = wished and id <> of_place) then
      insert into slug values (wished, of_place) on conflict on constraint slug_pkey do update set place_id = excluded.place_id
        where slug.place_id = excluded.place_id;
      exit when found;
    end if;
    n := case when n < 100 then n + 1 else 101 + floor(random() * 1e9)::bigint end;
    wished := base || '-' || n;
  end loop;
  update shop set slug = wished where id = of_place;
  update mall set slug = wished where id = of_place;
end $$;

-- What a mall has used of its daily quotas, and below, an address. See decision 0039.
create table mall_use (
  mall_id text not null references mall (id),
  kind text not null check (kind in ('media-bytes', 'media-files')),
  day text not null,
  used bigint not null,
  primary key (mall_id, kind, day)
);
create index mall_use_day on mall_use (day);

-- Addresses as keyed hashes. No tenant's: accounts are made before there is one.
create table address_use (
  address_hash text not null,
  kind text not null check (kind in ('sign-ups')),
  day text not null,
  used bigint not null,
  primary key (address_hash, kind, day)
);
create index address_use_day on address_use (day);

-- -------- Shoppers, who prove a mobile --------

-- One live passcode for each mobile and asker: a stranger's request does not end the code that the owner of the mobile asked for. A code is
-- a keyed hash; tries are rows so that they count across resends and across nodes.
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
-- Forgetting goes by age alone.
create index otp_code_age on otp_code (created_at);
create unique index otp_code_live on otp_code (mobile, address_hash) where ended_at is null;

create table otp_try (
  id bigint generated always as identity primary key,
  mobile text not null,
  otp_code_id text not null references otp_code (id) on delete cascade,
  from_asker boolean not null,
  at timestamptz not null
);
create index otp_try_mobile on otp_try (mobile, at);
create index otp_try_code on otp_try (otp_code_id);

-- How many passcodes went out, in total, for a mall, and to how many mobiles from one network address; by the hour and by the day.
create table otp_budget (
  scope text not null,
  begins_at timestamptz not null,
  span text not null check (span in ('hour', 'day')),
  sent int not null,
  primary key (scope, span, begins_at)
);
create index otp_budget_age on otp_budget (begins_at);

create table shopper_session (
  token_hash text primary key,
  mobile text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index shopper_session_expiry on shopper_session (expires_at);

-- -------- The queue and its slots --------

create table ticket (
  id text primary key,
  mall_id text not null,
  shop_id text not null references shop (id),
  service_day text not null,
  mobile text not null,
  name text not null,
  email text not null,
  locale text not null default 'en',
  state text not null check (state in (
    'pending_payment', 'booked', 'waiting', 'called', 'serving', 'served', 'missed', 'no_show', 'cancelled', 'expired')),
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
  created_at timestamptz not null,
  -- when the money of a ticket that has ended was looked at
  settled_at timestamptz,
  -- when a called ticket becomes missed automatically: the end of its countdown and the grace time
  grace_ends_at timestamptz,
  -- how often this call was rung again
  recall_count int not null default 0,
  -- when staff took the last call back
  call_undone_at timestamptz,
  -- null: the ticket joins as soon as it is paid
  slot_starts_at timestamptz,
  slot_ends_at timestamptz,
  -- the end of the first hold of a place; a later choice does not move it
  slot_hold_until timestamptz,
  slot_moves int not null default 0,
  slot_reminded_at timestamptz,
  -- the promise that its order was shown; null if there was none
  promise_minutes int,
  -- from the time of joining
  promised_until timestamptz,
  promise_state text check (promise_state in ('open', 'kept', 'broken', 'ended'))
);
create unique index ticket_number on ticket (shop_id, service_day, number) where number is not null;
create index ticket_desk on ticket (shop_id, service_day, state);
create index ticket_mobile on ticket (mobile, service_day, created_at);
create index ticket_hold on ticket (hold_until) where state = 'pending_payment';
create index ticket_unsettled on ticket (id) where state in ('expired', 'cancelled') and settled_at is null;
create index ticket_grace_ends on ticket (grace_ends_at) where state = 'called';
-- The staff table shows who was missed in the last minutes, and a list the last hundred before. Without this index both read everyone who was
-- missed at the shop that day. Only missed tickets are in it, so other writes do not pay for it.
create index ticket_missed on ticket (shop_id, service_day, ended_at) where state = 'missed';
create unique index ticket_live on ticket (shop_id, service_day, mobile)
  where state in ('pending_payment', 'booked', 'waiting', 'called', 'serving', 'missed');
-- Who joins next, and who is reminded next. Other writes do not pay for these.
create index ticket_booked on ticket (slot_starts_at) where state = 'booked';
create index ticket_to_remind on ticket (slot_starts_at) where state = 'booked' and slot_reminded_at is null;
-- Only open promises are in it, so tickets of shops without a promise do not pay for it.
create index ticket_promise on ticket (promised_until) where promise_state = 'open';

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
  at timestamptz not null,
  -- true for a call of a person before another one who was first in line; null: in turn, or no call
  out_of_turn boolean
);
create index ticket_event_ticket on ticket_event (ticket_id, id);

-- How many places of a slot are held or booked. Its row is locked after payments and tickets and before the day counters.
create table slot_count (
  shop_id text not null references shop (id),
  starts_at timestamptz not null,
  mall_id text not null,
  taken int not null check (taken >= 0),
  primary key (shop_id, starts_at)
);
create index slot_count_age on slot_count (starts_at);

-- Shoppers who want to be told when a full slot has space again.
create table waitlist (
  shop_id text not null references shop (id),
  starts_at timestamptz not null,
  mobile text not null,
  mall_id text not null,
  locale text not null,
  asked_at timestamptz not null,
  -- null: not told yet
  told_at timestamptz,
  primary key (shop_id, starts_at, mobile)
);
create index waitlist_untold on waitlist (shop_id, starts_at, asked_at) where told_at is null;
create index waitlist_age on waitlist (starts_at);

-- -------- Money: payments, refunds and their papers --------

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
  refunded_at timestamptz,
  -- what was promised at payment is kept with the payment: see decision 0034
  refund_on_leave boolean not null,
  -- the seller as the order names them
  seller_name text not null,
  seller_address text not null,
  seller_gstin text,
  receipt_code text not null,
  -- the sums of its refunds: all of them, and those whose money is back
  refunding_paise int not null default 0,
  refunded_paise int not null default 0,
  -- never more than was captured
  constraint payment_refunds check (0 <= refunded_paise and refunded_paise <= refunding_paise and refunding_paise <= amount_paise)
);
-- one open or captured order per ticket: a second one is the same one
create unique index payment_ticket on payment (ticket_id) where state in ('created', 'captured');
create index payment_by_ticket on payment (ticket_id, created_at);
-- The payments of a shop in the order in which the money came in.
create index payment_received on payment (shop_id, captured_at, id) where captured_at is not null;
-- Those of which something is owed, or of which all went back.
create index payment_owed on payment (shop_id, captured_at, id) where refunding_paise > refunded_paise;
create index payment_back on payment (shop_id, captured_at, id) where state = 'refunded';
-- What a vendor calls a payment, for the search. Cash has none, so its captures write nothing here.
create index payment_at_vendor on payment (vendor_payment_id) where vendor_payment_id is not null;

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

create table refund (
  -- the key at the vendor
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

-- Whose receipts carry which code: a code is given once per seller (the GSTIN, or the mall's id if it has none) and never to another shop.
create table receipt_code (
  seller text not null,
  code text not null,
  shop_id text not null,
  mall_id text not null,
  primary key (seller, code)
);
create unique index receipt_code_shop on receipt_code (shop_id, seller);

create table receipt_series (
  shop_id text not null references shop (id),
  financial_year text not null,
  mall_id text not null,
  last_serial int not null default 0,
  -- whose receipt was the last one: the serials of a shop are consecutive per seller (Rule 46)
  seller text not null,
  primary key (shop_id, financial_year)
);

-- A receipt hangs on its payment, and the payment on its ticket and its shop: that these exist is checked there, once. Checking it for the
-- receipt again took a twentieth of a capture's time.
create table receipt (
  id text primary key,
  mall_id text not null,
  shop_id text not null,
  payment_id text not null unique references payment (id),
  ticket_id text not null,
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
  -- whose series the receipt is of: the GSTIN, or the mall's id
  seller text not null,
  -- of its public page
  code text not null,
  recipient_name text,
  -- the two digits of a State or union territory
  place_of_supply text,
  tax_kind text check (tax_kind in ('cgst_sgst', 'cgst_utgst', 'igst')),
  sac text,
  igst_paise int not null default 0,
  -- what the vendor calls the payment; null for cash
  payment_reference text,
  -- the slot that was booked when it was issued; null: the payment was not for a slot
  slot_starts_at timestamptz,
  slot_ends_at timestamptz
);
create unique index receipt_number on receipt (seller, financial_year, number);
create unique index receipt_serial on receipt (shop_id, financial_year, seller, serial);
create unique index receipt_public_code on receipt (code);

-- The serials of the papers for refunds: 1, 2, 3 … for each seller, shop and financial year.
create table credit_note_series (
  seller text not null,
  shop_id text not null,
  financial_year text not null,
  mall_id text not null,
  last_serial int not null,
  primary key (seller, shop_id, financial_year)
);

-- The paper for the refund of a receipt: a credit note for a tax invoice, a refund receipt otherwise. Seller, shop and recipient are on the
-- receipt that it names. A receipt may get several, one for each part of its money that goes back.
create table credit_note (
  id text primary key,
  mall_id text not null,
  shop_id text not null,
  receipt_id text not null references receipt (id),
  kind text not null check (kind in ('credit_note', 'refund_receipt')),
  code text not null,
  seller text not null,
  financial_year text not null,
  serial int not null,
  number text not null,
  issued_at timestamptz not null,
  taxable_paise int not null,
  cgst_paise int not null,
  sgst_paise int not null,
  igst_paise int not null,
  extra_paise int not null,
  total_paise int not null
);
create index credit_note_receipt on credit_note (receipt_id);
create unique index credit_note_public_code on credit_note (code);
create unique index credit_note_number on credit_note (seller, financial_year, number);
-- Credit notes of certain days. Receipts need no such index: a receipt is issued when its money comes in, and `payment_received` has that order.
create index credit_note_issued on credit_note (shop_id, issued_at, id);

-- -------- Vendors, through which malls take money --------

-- Each mall's own account with a vendor. See decision 0064.
create table gateway_account (
  mall_id text not null references mall (id),
  gateway text not null check (gateway in ('razorpay', 'cashfree')),
  is_on boolean not null,
  -- the public name of the key
  key_id text,
  last_webhook_at timestamptz,
  changed_at timestamptz not null,
  -- until which day (of the mall) the transfers were read, and when they are read next; null before the first time
  settled_until text,
  next_import_at timestamptz,
  primary key (mall_id, gateway)
);

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
  -- what it is about: the vendor's name of an order, or our refund; behind the wall, no index over `about` could be used
  subject text,
  unique (mall_id, gateway, event_id)
);
create index vendor_event_waiting on vendor_event (next_try_at) where handled_at is null;
create index vendor_event_age on vendor_event (received_at);
create index vendor_event_subject on vendor_event (subject) where subject is not null;

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
-- Money without an order, by what the vendor calls the order.
create index orphan_order on orphan (mall_id, vendor_order_id) where vendor_order_id is not null;

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

-- -------- Messages to people --------

-- Made by the relay from an event, delivered by a worker, unique per cause.
create table message (
  id text primary key,
  mall_id text,
  shop_id text,
  ticket_id text references ticket (id),
  kind text not null check (kind in (
    'otp', 'token', 'call', 'refund', 'reset', 'confirm', 'taken', 'device', 'password', 'factor', 'failures', 'receipt', 'reminder', 'space',
    'promise', 'booking', 'part', 'disabled', 'mistake')),
  channel text not null,
  seq int not null default 0,
  mobile text,
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
  sent_at timestamptz,
  email text
);
create unique index message_once on message (ticket_id, kind, channel, seq) where ticket_id is not null;
create index message_ticket on message (ticket_id, created_at);
create index message_of_nobody on message (created_at) where ticket_id is null;
create index message_mail on message (email, kind, created_at) where email is not null;
-- Each kind of message has a worker of its own, so due messages are found by their kind first: those for a silent mail server may be many.
create index message_due_kind on message (kind, next_try_at) where state = 'queued';

-- -------- Events --------

-- Events, written in the transaction that causes them. The relay gives each its place in its shop's stream.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  shop_id text,
  payload jsonb not null,
  created_at timestamptz not null,
  seq int,
  relayed_at timestamptz,
  place bigint
);
create index outbox_waiting on outbox (id) where relayed_at is null;
create index outbox_old on outbox (relayed_at) where relayed_at is not null;
create unique index outbox_place on outbox (place) where place is not null;

create table shop_stream (
  shop_id text primary key,
  seq int not null default 0
);

-- One order for all nodes: each relayed event has its place, and every node hears the events after the last place that it knows. The one row
-- is locked from the giving of places to the commit, so that places become visible in their order.
create table relay_head (
  only_one boolean primary key default true check (only_one),
  place bigint not null
);

-- What a listener of the relay could not record, because a row was locked or for another reason. The relay tries it again until it works.
create table event_backlog (
  id bigint generated always as identity primary key,
  listener text not null,
  kind text not null,
  shop_id text,
  payload jsonb not null,
  seq int not null,
  -- when the event happened
  happened_at timestamptz not null,
  tries int not null default 0,
  next_try_at timestamptz not null,
  -- the words of the last error, without the query and without the row
  error text,
  created_at timestamptz not null
);
create index event_backlog_due on event_backlog (next_try_at);

-- -------- The audit, kept responses and the installation --------

-- Who changed or tried to change what: every change of malls and accounts, every reach into a foreign tenant, sign-ins, second factors and
-- new passwords. See decision 0037.
create table audit (
  id bigint generated always as identity primary key,
  mall_id text,
  actor_account_id text,
  action text not null,
  subject text not null,
  detail jsonb,
  at timestamptz not null,
  -- what kind of actor it was, and from where the request came: a keyed hash of the network address
  actor_kind text not null default 'account' check (actor_kind in ('account', 'staff', 'owner', 'superadmin', 'operator', 'stranger')),
  from_hash text
);
create index audit_mall on audit (mall_id, at, id);
create index audit_at on audit (at, id);
-- Refused attempts are counted per account and hour, and deleted earlier than changes.
create index audit_refused on audit (actor_account_id, at) where action = 'reach.refused';
create index audit_refused_at on audit (at) where action = 'reach.refused';
create index audit_person on audit (subject, at, id) where mall_id is null;

-- The keys of POST requests and the responses kept for them. See decision 0066.
-- No tenant's: the id is a keyed hash of the caller, the call and the key, and the edge alone reads the table, outside the wall.
create table idempotency_key (
  id text primary key,
  -- A keyed hash of the body of the first request.
  body_hash text not null,
  -- While the first request runs: until then, no other request may run.
  claimed_until timestamptz not null,
  created_at timestamptz not null,
  -- Null until the first request has its response.
  status int,
  -- The media type and the body of the response, sealed with a key that is made of the server's key and the caller's.
  response text,
  check ((status is null) = (response is null))
);
create index idempotency_key_created on idempotency_key (created_at);

-- A database belongs to one of the two modes, from its first start on: demo data with published passwords must never serve in production.
-- See decision 0038.
create table installation (
  only_one boolean primary key default true check (only_one),
  mode text not null check (mode in ('demo', 'production')),
  since timestamptz not null
);
