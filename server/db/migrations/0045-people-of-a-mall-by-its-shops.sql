-- As in 0024, but it also names the mall of the shops. Without that a superadmin who reads the audit of one mall reads every shop of the platform
-- (tenants do not: the wall names the mall for them).
create or replace function people_of(malls text[]) returns jsonb language sql stable
begin atomic
  select coalesce(jsonb_object_agg(person, times), '{}') from (
    select person, range_agg(time)::text as times from (
      select owner_account_id as person, tstzrange(null, null) as time from mall where id = any (malls) and owner_account_id is not null
      union all
      select s.account_id, tstzrange(s.created_at, shop.archived_at, '[]') from shop_staff s join shop on shop.id = s.shop_id
      where s.mall_id = any (malls) and shop.mall_id = any (malls) and (shop.archived_at is null or s.created_at <= shop.archived_at)
    ) worked
    group by person
  ) people;
end;
