-- The new kind `note` is the mail with the paper for a refund.
alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check check (kind in (
  'otp', 'token', 'call', 'refund', 'reset', 'confirm', 'taken', 'device', 'password', 'factor', 'failures', 'receipt', 'reminder', 'space',
  'promise', 'booking', 'part', 'disabled', 'mistake', 'note'));

-- How the money of a refund went back; null: as it had come. The notes have it, too, but money that bought nothing has no note.
alter table refund add column through text;
-- Only handing back cash completes a refund with an account.
update refund f set through = 'cash' where f.state = 'processed' and f.gateway <> 'cash'
  and exists (select from payment_attempt a where a.payment_id = f.payment_id and a.kind = 'refund'
    and a.actor_kind = 'account' and a.detail->>'refundId' = f.id);
create index refund_through on refund (shop_id, settled_at) where through is not null;
