-- A shopper gets the receipt by mail. See docs/decisions/0065.
alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check
  check (kind in ('otp', 'token', 'call', 'refund', 'reset', 'confirm', 'taken', 'device', 'password', 'factor', 'failures', 'receipt'));
