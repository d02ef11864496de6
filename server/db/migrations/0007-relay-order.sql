-- One order for all nodes: each relayed event has its place, and every node hears the events after the last place that it knows.
-- The one row is locked from the giving of places to the commit, so that places become visible in their order.

create table relay_head (
  only_one boolean primary key default true check (only_one),
  place bigint not null
);
alter table outbox add column place bigint;
create unique index outbox_place on outbox (place) where place is not null;
