-- What was promised at payment is kept with the payment. Receipts are numbered per GSTIN. See docs/decisions/0034.

-- The default is for orders of a node of the version before, which does not know the column.
alter table payment
  add column refund_on_leave boolean not null default true,
  -- the seller as the order names them; null on orders from before
  add column seller_name text,
  add column seller_address text,
  add column seller_gstin text,
  add column receipt_code text;
-- Money that may still go back keeps the rule that its buyer was shown last.
update payment set refund_on_leave = false
from shop, ticket
where shop.id = payment.shop_id and not shop.refund_on_leave and ticket.id = payment.ticket_id
  and payment.state in ('created', 'captured') and ticket.state in ('pending_payment', 'waiting', 'called', 'serving', 'missed');

-- What an owner has entered and no super administrator has confirmed. `gstin` is confirmed; those from before count as confirmed.
alter table mall add column gstin_waiting text;

-- Whose receipts carry which code: a code is given once per seller (the GSTIN, or the mall's id if it has none) and never to another shop.
create table receipt_code (
  seller text not null,
  code text not null,
  shop_id text not null,
  mall_id text not null,
  primary key (seller, code)
);
create unique index receipt_code_shop on receipt_code (shop_id, seller);
call put_behind_wall('receipt_code', 'select, insert');

insert into receipt_code (seller, code, shop_id, mall_id) select mall_id, receipt_code, id, mall_id from shop;
-- Of shops that share a GSTIN the oldest keeps its code; the others get the next free ones.
insert into receipt_code (seller, code, shop_id, mall_id)
select distinct on (mall.gstin, shop.receipt_code) mall.gstin, shop.receipt_code, shop.id, shop.mall_id
from shop join mall on mall.id = shop.mall_id
where mall.gstin is not null
order by mall.gstin, shop.receipt_code, shop.created_at, shop.id;
with late as (
  select shop.id, shop.mall_id, mall.gstin, row_number() over (partition by mall.gstin order by shop.created_at, shop.id) as place,
    (select coalesce(max(substring(code from '^C(\d+)$')::int), 0) from receipt_code where seller = mall.gstin) as last
  from shop join mall on mall.id = shop.mall_id
  where mall.gstin is not null and not exists (select from receipt_code c where c.seller = mall.gstin and c.shop_id = shop.id)
), given as (
  insert into receipt_code (seller, code, shop_id, mall_id)
  select gstin, 'C' || lpad((last + place)::text, greatest(2, length((last + place)::text)), '0'), id, mall_id from late
  returning shop_id, code
)
update shop set receipt_code = given.code from given where given.shop_id = shop.id;

-- Whose series a receipt is of; null on those from before, among which numbers may be twice.
alter table receipt add column seller text;
create unique index receipt_number on receipt (seller, financial_year, number) where seller is not null;
