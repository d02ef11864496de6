-- Events and money that are owed: found by their state, never lost with one failed try. See docs/decisions/0033.

-- What a listener of the relay could not record, because a row was locked or for another reason. The relay tries it again until it works.
create table event_backlog (
  id bigint generated always as identity primary key,
  listener text not null,
  kind text not null,
  shop_id text,
  payload jsonb not null,
  seq int not null,
  -- when the event happened
  happened_at timestamptz not null,
  tries int not null default 0,
  next_try_at timestamptz not null,
  -- the words of the last error, without the query and without the row
  error text,
  created_at timestamptz not null
);
create index event_backlog_due on event_backlog (next_try_at);

-- When the money of a ticket that has ended was looked at. Tickets from before this migration are looked at, too.
alter table ticket add column settled_at timestamptz;
create index ticket_unsettled on ticket (id) where state in ('expired', 'cancelled') and settled_at is null;
