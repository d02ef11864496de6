-- What the picture of a display shows, for those who do not see it; empty: the shop's name says it.
alter table display add column image_alt text not null default '';
