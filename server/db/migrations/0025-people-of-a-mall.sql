-- The audit of a mall asks for the people who work there.
create index shop_staff_mall on shop_staff (mall_id);
