-- People book a slot of a shop. See docs/decisions/0069-let-booked-tickets-join-when-their-slot-starts.md.

-- { minutes, capacity, daysAhead, moveUntilMinutes }; null: the shop offers no slots
alter table shop add column slots jsonb;

alter table ticket
  -- null: the ticket joins as soon as it is paid
  add column slot_starts_at timestamptz,
  add column slot_ends_at timestamptz,
  -- the end of the first hold of a place; a later choice does not move it
  add column slot_hold_until timestamptz,
  add column slot_moves int not null default 0,
  add column slot_reminded_at timestamptz,
  drop constraint ticket_state_check,
  add constraint ticket_state_check check (state in
    ('pending_payment', 'booked', 'waiting', 'called', 'serving', 'served', 'missed', 'no_show', 'cancelled', 'expired'));

create unique index ticket_live_or_booked on ticket (shop_id, service_day, mobile)
  where state in ('pending_payment', 'booked', 'waiting', 'called', 'serving', 'missed');
drop index ticket_live;
alter index ticket_live_or_booked rename to ticket_live;
-- Who joins next, and who is reminded next. Other writes do not pay for these.
create index ticket_booked on ticket (slot_starts_at) where state = 'booked';
create index ticket_to_remind on ticket (slot_starts_at) where state = 'booked' and slot_reminded_at is null;

-- How many places of a slot are held or booked. Its row is locked after payments and tickets and before the day counters.
create table slot_count (
  shop_id text not null references shop (id),
  starts_at timestamptz not null,
  mall_id text not null,
  taken int not null check (taken >= 0),
  primary key (shop_id, starts_at)
);
create index slot_count_age on slot_count (starts_at);
call put_behind_wall('slot_count', 'select, update');
