-- Accounts: reset codes, second factors, first passwords, progressive delays. Places: settings, pictures, sounds. Audit.

alter table account
  -- sealed with the server's key; null until enrolled
  add column totp_secret text,
  -- the last time step that was used: a code works once
  add column totp_last_step bigint,
  -- when a one-use first password ends; null where the password is the person's own
  add column first_password_until timestamptz;

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

create table reset_code (
  id text primary key,
  account_id text not null references account (id),
  code_hash text not null,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create unique index reset_code_live on reset_code (account_id) where ended_at is null;
create index reset_code_asked on reset_code (account_id, created_at);

-- Failed sign-ins, counted per account *and* address, so that a stranger cannot lock anybody out. Both only as keyed hashes.
create table sign_in_failure (
  id bigint generated always as identity primary key,
  who_hash text not null,
  at timestamptz not null
);
create index sign_in_failure_who on sign_in_failure (who_hash, at);

-- Who changed or tried to change what: every change of malls and accounts, and every reach into a foreign tenant.
create table audit (
  id bigint generated always as identity primary key,
  mall_id text,
  actor_account_id text,
  action text not null,
  subject text not null,
  detail jsonb,
  at timestamptz not null
);
create index audit_mall on audit (mall_id, at);

-- Pictures and sounds by their content: the name is the SHA-256, so it never changes and may be cached for ever.
create table media (
  hash text primary key,
  kind text not null check (kind in ('image', 'sound')),
  extension text not null,
  content_type text not null,
  bytes bytea not null,
  created_at timestamptz not null
);

alter table display add column audio text;

-- [{ "day": "2026-11-01", "spans": [["10:00", "14:00"]] }]: no spans is closed
alter table shop
  add column hours_exceptions jsonb not null default '[]',
  add column qr_made_at timestamptz;

-- The mail of password resets, beside the messages to phones.
alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check check (kind in ('otp', 'token', 'call', 'refund', 'reset'));
alter table message add column email text;
alter table message alter column mobile drop not null;
