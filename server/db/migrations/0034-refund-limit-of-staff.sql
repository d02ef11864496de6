-- How much of a payment staff may refund, in paise; 0: only the owner can. See docs/decisions/0067-keep-each-refund-as-a-row-with-its-own-key.md.
alter table shop add column staff_refund_limit_paise int not null default 0 check (staff_refund_limit_paise >= 0);
