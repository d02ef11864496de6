-- A place of a slot that comes back is kept for the next person on its waitlist. Kept places are among the taken ones.
alter table slot_count add column kept int not null default 0 check (kept between 0 and taken);
-- null: no place is kept for this person
alter table waitlist add column kept_until timestamptz;
create index waitlist_kept on waitlist (kept_until) where kept_until is not null;

-- A slot lasts two hours at most, and can be booked 30 days ahead. Bookings of longer ones stay.
update shop set slots = slots || jsonb_build_object(
    'minutes', least((slots ->> 'minutes')::int, 120),
    'daysAhead', least((slots ->> 'daysAhead')::int, 30))
  where slots is not null;
