-- A booking that is cancelled after this gives no fee back. null: the fee comes back until the call, as for a person who did not book.
-- Bookings that exist already keep what was said when they were paid.
alter table ticket add column refund_until timestamptz;

-- The desk asks for the bookings of its shop.
create index ticket_booked_at_shop on ticket (shop_id, slot_starts_at) where state = 'booked';
