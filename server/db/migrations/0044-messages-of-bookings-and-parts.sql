-- The message of a booking names its time, and that of a refunded part says that it is a part. See docs/operating.md, SMS.
alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check check (kind in
  ('otp', 'token', 'call', 'refund', 'reset', 'confirm', 'taken', 'device', 'password', 'factor', 'failures', 'receipt',
   'reminder', 'space', 'promise', 'booking', 'part'));
