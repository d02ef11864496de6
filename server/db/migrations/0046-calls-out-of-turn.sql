-- True for a call of a person before another one who was first in line. Null: in turn, no call, or written by a node of the version before.
alter table ticket_event add column out_of_turn boolean;
