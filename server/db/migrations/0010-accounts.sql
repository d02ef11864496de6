-- Sign-ins: a try is a row before it is judged. Accounts: was the email confirmed, and in which language do mails go. Sign-ups that wait
-- for their confirmation. Reset codes of several askers live side by side. See docs/decisions/0031-tries-are-counted-before-they-are-judged.md.

-- A row of this table is a try. While it is pending its password is being hashed; a try whose node dies stays and counts as wrong.
alter table sign_in_failure add column pending boolean not null default false;

alter table account
  -- when somebody last proved that mail to this address reaches them; null: nobody has
  add column email_confirmed_at timestamptz,
  -- the language of the last sign-in: mails about the account use it
  add column locale text not null default 'en' check (locale in ('en', 'hi'));
-- A manager vouches for an email that they typed. Until now anybody could sign up as an owner with any email.
update account set email_confirmed_at = created_at
  where role <> 'owner' or exists (select from audit a where a.subject = account.id and a.action in ('account.added', 'account.returned'));
grant select (email_confirmed_at, locale), insert (email_confirmed_at), update (email_confirmed_at) on account to rc_tenant;

-- A later code does not end an earlier one: a stranger who asks for a reset takes nothing from the owner.
drop index reset_code_live;
create index reset_code_live on reset_code (code_hash) where ended_at is null;

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

-- Mails about an account, beside the codes of password resets.
alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check
  check (kind in ('otp', 'token', 'call', 'refund', 'reset', 'confirm', 'taken', 'device', 'password', 'factor', 'failures'));
create index message_mail on message (email, kind, created_at) where email is not null;
