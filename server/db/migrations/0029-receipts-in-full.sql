-- Receipts carry what Rule 46 asks for, have a public code, and refunds have credit notes. See docs/decisions/0065.

-- The service code (SAC) that the seller's accountant has chosen; empty until then.
alter table mall add column sac text not null default '';

-- Receipts from before stay as they were issued: they name no recipient, place of supply or kind of tax. The default of the code is for them
-- and for nodes of the version before: it hashes 244 random bits to 128.
alter table receipt
  add column code text not null default md5(gen_random_uuid()::text || gen_random_uuid()::text),
  add column recipient_name text,
  -- the two digits of a State or union territory
  add column place_of_supply text,
  add column tax_kind text check (tax_kind in ('cgst_sgst', 'cgst_utgst', 'igst')),
  add column sac text,
  add column igst_paise int not null default 0,
  -- what the vendor calls the payment; null for cash
  add column payment_reference text;
create unique index receipt_public_code on receipt (code);

-- The serials of the papers for refunds: 1, 2, 3 … for each seller, shop and financial year.
create table credit_note_series (
  seller text not null,
  shop_id text not null,
  financial_year text not null,
  mall_id text not null,
  last_serial int not null,
  primary key (seller, shop_id, financial_year)
);
call put_behind_wall('credit_note_series', 'select, insert, update');

-- The paper for the refund of a receipt: a credit note for a tax invoice, a refund receipt otherwise. Seller, shop and recipient are on the
-- receipt that it names. A receipt may get several, one for each part of its money that goes back.
create table credit_note (
  id text primary key,
  mall_id text not null,
  shop_id text not null,
  receipt_id text not null references receipt (id),
  kind text not null check (kind in ('credit_note', 'refund_receipt')),
  code text not null,
  seller text not null,
  financial_year text not null,
  serial int not null,
  number text not null,
  issued_at timestamptz not null,
  taxable_paise int not null,
  cgst_paise int not null,
  sgst_paise int not null,
  igst_paise int not null,
  extra_paise int not null,
  total_paise int not null
);
create index credit_note_receipt on credit_note (receipt_id);
create unique index credit_note_public_code on credit_note (code);
create unique index credit_note_number on credit_note (seller, financial_year, number);
call put_behind_wall('credit_note', 'select, insert');
