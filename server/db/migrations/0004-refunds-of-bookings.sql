-- A booking that is cancelled after this gives no fee back. null: the fee comes back until the call, as for a person who did not book.
-- Bookings that exist already keep what was said when they were paid.
alter table ticket add column refund_until timestamptz;
