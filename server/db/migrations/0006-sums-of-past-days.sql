-- The money of a past day, added up, as it is now: the sums of a year would otherwise be read from a million payments. A day's sums count
-- only while no row of money_change names an instant of that day; else the day is read from the payments. See decision 0070.
create table money_day (
  mall_id text not null,
  shop_id text not null,
  -- by the mall's clocks, `YYYY-MM-DD`
  day text collate "C" not null,
  gateway text not null,
  state text not null,
  count int not null,
  needs_person int not null,
  amount_paise bigint not null,
  refunded_paise bigint not null,
  due_paise bigint not null,
  fees_paise bigint not null,
  disputed_paise bigint not null,
  tax_paise bigint not null,
  primary key (shop_id, day, gateway, state)
);
create index money_day_of_mall on money_day (mall_id, day);

-- When money came in of which something has changed since its day was added up, to the quarter of an hour: each time zone has its midnight
-- at one. Rows are only added, so no writer waits for another one. Whoever adds up a day first deletes the rows that it sees. A change
-- that it does not see leaves its row, because both are written in one transaction.
create table money_change (
  mall_id text not null,
  received_at timestamptz not null
);
create index money_change_of_mall on money_change (mall_id, received_at);

call put_behind_wall('money_day', 'select');
call put_behind_wall('money_change', 'select, insert');

create function quarter_hour(at timestamptz) returns timestamptz language sql immutable
  return date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00');

-- Triggers, so that no writer can forget it.
create function note_payments() returns trigger language plpgsql as $$
begin
  insert into money_change (mall_id, received_at)
    select distinct mall_id, quarter_hour(captured_at) from changed where captured_at is not null;
  return null;
end $$;

create function note_their_payments() returns trigger language plpgsql as $$
begin
  insert into money_change (mall_id, received_at)
    select distinct p.mall_id, quarter_hour(p.captured_at) from changed c join payment p on p.id = c.payment_id where p.captured_at is not null;
  return null;
end $$;

-- Money without an order takes over the disputes that name it. Their lines may be arriving in another transaction: so the payment that the
-- money names is noted, too.
create function note_payments_of_orphans() returns trigger language plpgsql as $$
begin
  insert into money_change (mall_id, received_at)
    select p.mall_id, quarter_hour(p.captured_at)
    from changed c
      left join settlement_line l on l.vendor_payment_id = c.vendor_payment_id and l.mall_id = c.mall_id and l.gateway = c.gateway
      join payment p on p.id in (c.payment_id, l.payment_id)
    where p.captured_at is not null group by 1, 2;
  return null;
end $$;

create trigger note_added after insert on payment referencing new table as changed for each statement execute function note_payments();
create trigger note_changed after update on payment referencing new table as changed for each statement execute function note_payments();
-- Adding a refund changes its payment, too.
create trigger note_changed after update on refund referencing new table as changed for each statement execute function note_their_payments();
create trigger note_added after insert on settlement_line
  referencing new table as changed for each statement execute function note_their_payments();
create trigger note_added after insert on orphan
  referencing new table as changed for each statement execute function note_payments_of_orphans();

-- In another time zone the days are others: those that have been added up, and those in which the payments are now.
create function note_other_days() returns trigger language plpgsql as $$
begin
  insert into money_change (mall_id, received_at)
    select mall_id, (day || ' 12:00')::timestamp at time zone new.time_zone from money_day where mall_id = new.id group by mall_id, day
    union select p.mall_id, quarter_hour(p.captured_at) from payment p join shop s on s.id = p.shop_id
      where s.mall_id = new.id and p.captured_at is not null;
  return null;
end $$;
create trigger note_other_days after update of time_zone on mall
  for each row when (old.time_zone is distinct from new.time_zone) execute function note_other_days();

insert into money_change (mall_id, received_at) select distinct mall_id, quarter_hour(captured_at) from payment where captured_at is not null;
