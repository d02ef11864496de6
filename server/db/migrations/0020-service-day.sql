-- The hour (by the clocks of the mall) at which its service day begins: a mall that is open past midnight begins its day later.
alter table mall add column day_start_hour int not null default 0 check (day_start_hour between 0 and 12);
