-- A disabled account gives its email up as soon as another account needs it, for example when its person works for another mall or signs up.
-- It keeps an address that no mail reaches. Super administrators keep theirs: only an operator gives them a new password.
-- `security definer`: the disabled account may belong to another tenant. The function tells nothing about it.
create function release_email(wanted text) returns void language sql security definer
begin atomic
  update account set email = id || '@released.invalid', email_confirmed_at = null
  where lower(email) = lower(wanted) and disabled_at is not null and role <> 'superadmin';
end;
revoke execute on function release_email(text) from public;
grant execute on function release_email(text) to rc_tenant;

-- Phones put a full stop after an email. It was kept until now, and is not part of the address.
update account set email = rtrim(email, '.')
  where email like '%.' and not exists (
    select from account other where other.id <> account.id and lower(rtrim(other.email, '.')) = lower(rtrim(account.email, '.')));

-- The mail that a disabled account gets when a new password is asked for.
alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check check (kind in
  ('otp', 'token', 'call', 'refund', 'reset', 'confirm', 'taken', 'device', 'password', 'factor', 'failures', 'receipt',
   'reminder', 'space', 'promise', 'booking', 'part', 'disabled'));
