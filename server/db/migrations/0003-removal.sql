-- What a removal keeps: tickets and receipts name their counter for ever.
alter table counter add column archived_at timestamptz;
drop index counter_name;
create unique index counter_name on counter (shop_id, lower(name)) where archived_at is null;

-- When the fee was first saved: a free shop has decided too.
alter table shop add column fee_saved_at timestamptz;

-- Sessions are forgotten when they end; when their account was last here is not.
alter table account add column last_seen_at timestamptz;
