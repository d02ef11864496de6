-- Shoppers who want to be told when a full slot has space again, and the messages about slots. See docs/decisions/0069.
create table waitlist (
  shop_id text not null references shop (id),
  starts_at timestamptz not null,
  mobile text not null,
  mall_id text not null,
  locale text not null,
  asked_at timestamptz not null,
  -- null: not told yet
  told_at timestamptz,
  primary key (shop_id, starts_at, mobile)
);
create index waitlist_untold on waitlist (shop_id, starts_at, asked_at) where told_at is null;
create index waitlist_age on waitlist (starts_at);
call put_behind_wall('waitlist', 'select');

alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check check (kind in
  ('otp', 'token', 'call', 'refund', 'reset', 'confirm', 'taken', 'device', 'password', 'factor', 'failures', 'receipt', 'reminder', 'space'));
