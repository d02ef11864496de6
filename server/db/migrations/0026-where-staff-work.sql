-- Where accounts work, without archived shops. Every call of staff reads it, so it is a view, which the planner sees through, and not a
-- function as `places_of_staff`, which it would have to run. It shows each caller only the rows that the wall shows.
create view staff_place with (security_invoker = true) as
select s.account_id, s.shop_id, s.mall_id, s.created_at
from shop_staff s join shop on shop.id = s.shop_id
where shop.archived_at is null;
grant select on staff_place to rc_tenant;
