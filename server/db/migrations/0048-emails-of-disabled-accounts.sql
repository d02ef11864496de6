-- The email of a disabled account is free: its person may work for another mall or sign up. The account keeps it, and cannot be enabled as
-- long as another one has it. Super administrators keep theirs, because only an operator gives them a new password.
drop index account_email;
create unique index account_email on account (lower(email)) where disabled_at is null or role = 'superadmin';
create index account_any_email on account (lower(email));

-- Phones put a full stop after an email. It was kept until now, and is not part of the address.
update account set email = rtrim(email, '.।')
  where email ~ '[.।]$' and not exists (
    select from account other where other.id <> account.id and (other.disabled_at is null or other.role = 'superadmin')
    and lower(rtrim(other.email, '.।')) = lower(rtrim(account.email, '.।')));

-- As in 0005, but of several accounts with an email it names the one that has it: the enabled one, or else the one disabled last.
create or replace function account_with_email(email text) returns text language sql stable security definer
  return (select a.id from account a where lower(a.email) = lower($1) order by a.disabled_at desc nulls first, a.created_at desc limit 1);

-- The mail that a disabled account gets when a new password is asked for.
alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check check (kind in
  ('otp', 'token', 'call', 'refund', 'reset', 'confirm', 'taken', 'device', 'password', 'factor', 'failures', 'receipt',
   'reminder', 'space', 'promise', 'booking', 'part', 'disabled'));
