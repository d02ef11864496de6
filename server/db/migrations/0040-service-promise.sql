-- "Called within N minutes, or your fee is refunded automatically". See docs/decisions/0072-keep-a-service-promise-from-the-rows.md.

-- Minutes; null promises nothing.
alter table shop add column promise_minutes int check (promise_minutes between 1 and 240);

alter table ticket
  -- the promise that its order was shown; null if there was none
  add column promise_minutes int,
  -- from the time of joining
  add column promised_until timestamptz,
  add column promise_state text check (promise_state in ('open', 'kept', 'broken', 'ended'));
-- Only open promises are in it, so tickets of shops without a promise do not pay for it.
create index ticket_promise on ticket (promised_until) where promise_state = 'open';

alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check check (kind in
  ('otp', 'token', 'call', 'refund', 'reset', 'confirm', 'taken', 'device', 'password', 'factor', 'failures', 'receipt',
   'reminder', 'space', 'promise'));
