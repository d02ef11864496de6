-- Owners read the security events of their people. Receipts are numbered per seller. See docs/decisions/0018 and 0037.

-- When each person worked for one of these malls, by account: its owner at all times, others while a shop of theirs was in use. Security
-- events belong to no mall, so the wall and the audit ask this, once for a whole statement: of each entry it would be five reads. It sees
-- what its caller sees: behind the wall, only the tenant's own malls.
create function people_of(malls text[]) returns jsonb language sql stable
begin atomic
  select coalesce(jsonb_object_agg(person, times), '{}') from (
    select person, range_agg(time)::text as times from (
      select owner_account_id as person, tstzrange(null, null) as time from mall where id = any (malls) and owner_account_id is not null
      union all
      select s.account_id, tstzrange(s.created_at, shop.archived_at, '[]') from shop_staff s join shop on shop.id = s.shop_id
      where s.mall_id = any (malls) and (shop.archived_at is null or s.created_at <= shop.archived_at)
    ) worked
    group by person
  ) people;
end;
create policy tenant_reads_people on audit for select to rc_tenant
  using (mall_id is null and at <@ ((select people_of((select tenant_malls())::text[])) ->> subject)::tstzmultirange);
create index audit_person on audit (subject, at, id) where mall_id is null;

-- The serials of a shop are consecutive per seller (Rule 46): a series knows whose receipt was the last one. Nodes of the version before go on
-- with the series as it is. Null: nobody's yet, or such a node began it.
-- In the order in which a capture comes to them, so that neither waits for the other.
lock table receipt_series, receipt in exclusive mode;
alter table receipt_series add column seller text;
alter table receipt drop constraint receipt_shop_id_financial_year_serial_key;
-- Receipts from before name their seller by the GSTIN or the mall.
create unique index receipt_serial on receipt (shop_id, financial_year, coalesce(seller, gstin, mall_id), serial);
update receipt_series s set seller = (
  select coalesce(r.seller, r.gstin, r.mall_id) from receipt r
  where r.shop_id = s.shop_id and r.financial_year = s.financial_year order by r.serial desc limit 1);
