-- The new kind `collect` tells the shopper that a refund waits in cash at the counter.
alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check check (kind in (
  'otp', 'token', 'call', 'refund', 'reset', 'confirm', 'taken', 'device', 'password', 'factor', 'failures', 'receipt', 'reminder', 'space',
  'promise', 'booking', 'part', 'disabled', 'mistake', 'note', 'collect'));
