-- The staff table shows who was missed in the last minutes, and a list the last hundred before. Without this index both read everyone who was
-- missed at the shop that day. Only missed tickets are in it, so other writes do not pay for it.
create index ticket_missed on ticket (shop_id, service_day, ended_at) where state = 'missed';
