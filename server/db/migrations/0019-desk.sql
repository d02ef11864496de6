-- The desk in a real shop: a person is here, is rung again, or gets more time; devices are at counters; shops and counters take a pause.

alter table shop
  -- after the countdown a called ticket is not missed for so many minutes
  add column grace_minutes int not null default 5 check (grace_minutes between 0 and 60),
  -- set while staff let nobody join
  add column paused_reason text check (paused_reason in ('technical', 'break', 'busy', 'ask_staff')),
  -- when the pause ends automatically; null: when somebody ends it
  add column paused_until timestamptz,
  add column paused_at timestamptz,
  add column paused_by text references account (id),
  add constraint shop_pause check ((paused_reason is null) = (paused_at is null) and (paused_until is null or paused_reason is not null));
create index shop_pause_ends on shop (paused_until) where paused_until is not null;

-- An open counter that takes no calls until then.
alter table counter add column paused_until timestamptz;
create index counter_pause_ends on counter (paused_until) where paused_until is not null;

-- A device of the desk is a session. It is at one counter; a counter can have several devices.
create table counter_session (
  session_id text primary key references session (id) on delete cascade,
  mall_id text not null,
  shop_id text not null references shop (id),
  counter_id text not null references counter (id),
  -- as it was then: the account of a super administrator is on the other side of the wall
  account_name text not null,
  since timestamptz not null
);
create index counter_session_shop on counter_session (shop_id);
create index counter_session_counter on counter_session (counter_id);
call put_behind_wall('counter_session', 'select, insert, update, delete');

alter table ticket
  -- when a called ticket becomes missed automatically: the end of its countdown and the grace time
  add column grace_ends_at timestamptz,
  -- how often this call was rung again
  add column recall_count int not null default 0,
  -- when staff took the last call back
  add column call_undone_at timestamptz;
update ticket set grace_ends_at = call_ends_at + interval '5 minutes' where state = 'called' and call_ends_at is not null;
drop index ticket_call_ends;
create index ticket_grace_ends on ticket (grace_ends_at) where state = 'called';
