-- Refunds whose money is back and whose bank's reference is not known: `try_at` says when the vendor is asked for it.
create index refund_unnamed on refund (try_at) where state = 'processed' and try_at is not null;
