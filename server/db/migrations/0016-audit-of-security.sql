-- The audit records security events too: sign-ins, second factors, new passwords. Each entry says what kind of actor it was, and from where
-- the request came: a keyed hash of the network address, so that equal addresses can be compared and none can be read.
-- See docs/decisions/0037-audit.md.
alter table audit
  add column actor_kind text not null default 'account'
    check (actor_kind in ('account', 'staff', 'owner', 'superadmin', 'operator', 'stranger')),
  add column from_hash text;
update audit set actor_kind = 'operator' where actor_account_id is null;

-- Pages of one mall, pages of all malls, newest first.
drop index audit_mall;
create index audit_mall on audit (mall_id, at, id);
create index audit_at on audit (at, id);
-- Refused attempts are counted per account and hour, and deleted earlier than changes.
create index audit_refused on audit (actor_account_id, at) where action = 'reach.refused';
create index audit_refused_at on audit (at) where action = 'reach.refused';
