-- What keeps calls and workers as quick with a million tickets as with none; tests/proofs/growth.test.ts looks for what is missing.

-- The index of names has only counters in use since 0003; digests, passes and desks ask for all that a shop ever had.
create index counter_shop on counter (shop_id);

-- Forgetting goes by age alone.
create index otp_code_age on otp_code (created_at);
create index sign_in_failure_age on sign_in_failure (at);
create index reset_code_age on reset_code (created_at);
create index message_of_nobody on message (created_at) where ticket_id is null;

-- Indexes that no query reads, but every write of a ticket, a payment or a receipt keeps.
drop index ticket_order;
drop index ticket_event_shop;
drop index payment_open;
drop index receipt_ticket;
