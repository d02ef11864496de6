-- One live passcode for each mobile and asker: a stranger's request does not end the code that the owner of the mobile asked for.
drop index otp_code_live;
create unique index otp_code_live on otp_code (mobile, address_hash) where ended_at is null;

-- How many passcodes went out, in total, for a mall, and to how many mobiles from one network address; by the hour and by the day.
create table otp_budget (
  scope text not null,
  begins_at timestamptz not null,
  span text not null check (span in ('hour', 'day')),
  sent int not null,
  primary key (scope, span, begins_at)
);
create index otp_budget_age on otp_budget (begins_at);
