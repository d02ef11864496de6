-- The second wall between tenants: row-level security. Stories of owners and staff run as the role rc_tenant, which sees the rows of
-- the malls in `rc.malls` (ids, by comma) and the accounts around them, whatever a query forgets to ask. The owner of the tables is
-- not restricted: the relay, the sweeps, shoppers and super administrators. See decision 0023.

-- A role belongs to the whole server, not to this database: another one may have made it, or be making it now.
do $$
declare
  advice constant text := 'The login of DATABASE_URL cannot make the role rc_tenant or take it on. Let an administrator of the server run: '
    || format('create role rc_tenant nologin; grant rc_tenant to %I;', session_user);
begin
  if not exists (select from pg_roles where rolname = 'rc_tenant') then
    begin
      create role rc_tenant nologin;
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then raise exception '%', advice;
    end;
  end if;
  begin
    -- superusers and members
    perform set_config('role', 'rc_tenant', true);
  exception when insufficient_privilege then
    begin
      grant rc_tenant to session_user;
    exception
      when unique_violation then null;
      when insufficient_privilege then raise exception '%', advice;
    end;
  end;
  perform set_config('role', 'none', true);
  execute format('grant usage on schema %I to rc_tenant', current_schema());
end $$;

-- Whose rows the story may see. Nothing set means no rows.
create function tenant_malls() returns text[] language sql stable
  return coalesce(string_to_array(current_setting('rc.malls', true), ','), '{}');
create function tenant_account() returns text language sql stable
  return coalesce(current_setting('rc.account', true), '');

-- Puts a table that has mall_id behind the wall; `granted` is what stories do there. The sub-select is evaluated once per query.
create procedure put_behind_wall(behind regclass, granted text) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', behind);
  execute format('create policy tenant on %s to rc_tenant using (mall_id = any ((select tenant_malls())::text[]))', behind);
  execute format('grant %s on %s to rc_tenant', granted, behind);
end $$;

call put_behind_wall('shop', 'select, insert, update');
call put_behind_wall('shop_staff', 'select, insert');
call put_behind_wall('counter', 'select, insert, update');
call put_behind_wall('display', 'select, insert, update');
call put_behind_wall('ticket', 'select, update');
call put_behind_wall('day_counter', 'select, insert, update');
call put_behind_wall('ticket_event', 'select, insert, update');
call put_behind_wall('payment', 'select, update');
call put_behind_wall('payment_attempt', 'select, insert');
call put_behind_wall('receipt_series', 'select, insert, update');
call put_behind_wall('receipt', 'select, insert');
call put_behind_wall('message', 'select');
call put_behind_wall('receipt_code', 'select, insert');
call put_behind_wall('mall_use', 'select, insert, update');
call put_behind_wall('counter_session', 'select, insert, update, delete');
call put_behind_wall('gateway_account', 'select, insert, update (is_on, key_id, changed_at)');
call put_behind_wall('gateway_secret',
  'select (id, mall_id, gateway, field, made_at, replaced_at), update (replaced_at), insert');
call put_behind_wall('vendor_order', 'select');
call put_behind_wall('vendor_event',
  'select (id, mall_id, gateway, event_id, about, received_at, tries, next_try_at, handled_at, outcome, subject)');
call put_behind_wall('credit_note_series', 'select, insert, update');
call put_behind_wall('credit_note', 'select, insert');
call put_behind_wall('refund', 'select, insert, update');
call put_behind_wall('slot_count', 'select, update');
call put_behind_wall('waitlist', 'select');
call put_behind_wall('orphan', 'select, update (decided_at, decided_by, note)');
call put_behind_wall('dispute', 'select');
call put_behind_wall('settlement', 'select');
call put_behind_wall('settlement_line', 'select');

alter table mall enable row level security;
create policy tenant on mall to rc_tenant using (id = any ((select tenant_malls())::text[]));
grant select, update on mall to rc_tenant;

-- When each person worked for one of these malls, by account: its owner at all times, others while a shop of theirs was in use. Security
-- events belong to no mall, so the wall and the audit ask this, once for a whole statement: of each entry it would be five reads. It sees
-- what its caller sees: behind the wall, only the tenant's own malls.
-- It also names the mall of the shops: without that a super administrator who reads the audit of one mall reads every shop of the platform.
create function people_of(malls text[]) returns jsonb language sql stable
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

-- Only in one's own name; what concerns no mall (an account that is left without a place) is written, and not read.
alter table audit enable row level security;
create policy tenant_reads on audit for select to rc_tenant using (mall_id = any ((select tenant_malls())::text[]));
create policy tenant_writes on audit for insert to rc_tenant
  with check (actor_account_id = tenant_account() and (mall_id is null or mall_id = any ((select tenant_malls())::text[])));
create policy tenant_reads_people on audit for select to rc_tenant
  using (mall_id is null and at <@ ((select people_of((select tenant_malls())::text[])) ->> subject)::tstzmultirange);
grant select, insert on audit to rc_tenant;

-- Events and their numbers know their shop, and `shop` shows the tenant its own. (An array: found by its index, once per query.)
alter table outbox enable row level security;
create policy tenant on outbox for insert to rc_tenant with check (shop_id is null or shop_id = any (array(select id from shop)));
grant insert on outbox to rc_tenant;
alter table shop_stream enable row level security;
create policy tenant on shop_stream for select to rc_tenant using (shop_id = any (array(select id from shop)));
grant select on shop_stream to rc_tenant;

-- Public by content, found by its hash.
grant select, insert, update (kept_at) on media to rc_tenant;

grant select on staff_place to rc_tenant;

-- Accounts belong to no mall: a person may work in two. The tenant's are its own one, those that own or work in its malls, and staff
-- who work nowhere (just added, or removed with their shop). Who works elsewhere too is seen, not changed.
-- `security definer`: these look over the wall, and answer yes or no.
create function account_is_own(account_id text) returns boolean language sql stable security definer
  return account_id = tenant_account()
    or exists (select from shop_staff s where s.account_id = $1 and s.mall_id = any (tenant_malls()))
    or exists (select from mall m where m.owner_account_id = $1 and m.id = any (tenant_malls()));
create function account_is_elsewhere(account_id text) returns boolean language sql stable security definer
  return exists (
      select from shop_staff s join shop on shop.id = s.shop_id
      where s.account_id = $1 and shop.archived_at is null and s.mall_id <> all (tenant_malls())
    )
    or exists (select from mall m where m.owner_account_id = $1 and m.archived_at is null and m.id <> all (tenant_malls()));
create function account_may_change(account_id text) returns boolean language sql stable security definer
  return not account_is_elsewhere($1)
    and (account_is_own($1) or exists (select from account a where a.id = $1 and a.role = 'staff'));

alter table account enable row level security;
create policy tenant_reads on account for select to rc_tenant
  using (account_is_own(id) or (role = 'staff' and not account_is_elsewhere(id)));
create policy tenant_adds on account for insert to rc_tenant with check (role = 'staff');
create policy tenant_changes on account for update to rc_tenant using (account_may_change(id));
-- Never the hash of a password, never a second factor, never a role.
grant select (id, email, name, role, disabled_at, first_password_until, created_at, last_seen_at, email_confirmed_at, locale,
  has_second_factor) on account to rc_tenant;
grant insert (id, email, name, role, password_hash, first_password_until, created_at, email_confirmed_at) on account to rc_tenant;
grant update (email, name, password_hash, disabled_at, first_password_until, email_confirmed_at, totp_secret, totp_last_step) on account to
  rc_tenant;

-- What ends with a changed login.
alter table session enable row level security;
create policy tenant on session to rc_tenant using (account_may_change(account_id));
grant select (id, account_id), delete on session to rc_tenant;
alter table auth_challenge enable row level security;
create policy tenant on auth_challenge to rc_tenant using (account_may_change(account_id));
grant select (id, account_id), delete on auth_challenge to rc_tenant;
alter table reset_code enable row level security;
create policy tenant on reset_code to rc_tenant using (account_may_change(account_id));
grant select (id, account_id, ended_at), update (ended_at) on reset_code to rc_tenant;

-- The doors in the wall: what a story may ask about the other side. No row goes through.
-- Whose a thing is, so that a reach for it is refused by its name and goes on record.
create function whose(thing text) returns table (kind text, mall_id text) language sql stable security definer
begin atomic
  select 'mall', m.id from mall m where m.id = thing and m.archived_at is null
  union all select 'shop', s.mall_id from shop s where s.id = thing and s.archived_at is null
  union all select 'counter', c.mall_id from counter c where c.id = thing and c.archived_at is null
  union all select 'ticket', t.mall_id from ticket t where t.id = thing
  union all select 'payment', p.mall_id from payment p where p.id = thing
  union all select 'receipt', r.mall_id from receipt r where r.id = thing
  union all select 'orphan', o.mall_id from orphan o where o.id = thing;
end;

-- Where accounts work, so that no one's login is changed or removed from under another tenant.
create function places_of_staff(account_ids text[]) returns table (account_id text, shop_id text, mall_id text)
language sql stable security definer
begin atomic
  select s.account_id, s.shop_id, s.mall_id from shop_staff s join shop on shop.id = s.shop_id
  where s.account_id = any (account_ids) and shop.archived_at is null;
end;

-- By which way an order is to be paid: that says which credential may confirm it, which is asked before whose it is.
create function gateway_of_payment(payment_id text) returns table (gateway text) language sql stable security definer
begin atomic
  select p.gateway from payment p where p.id = payment_id;
end;

-- The id behind an email: under row-level security its index could not be used, since lower() might leak what it is given.
-- Of several accounts with an email it names the one that has it: the enabled one, or else the one disabled last.
create function account_with_email(email text) returns text language sql stable security definer
  return (select a.id from account a where lower(a.email) = lower($1) order by a.disabled_at desc nulls first, a.created_at desc limit 1);

revoke execute on function account_is_own(text), account_is_elsewhere(text), account_may_change(text), whose(text),
  places_of_staff(text[]), gateway_of_payment(text), account_with_email(text), give_slug(text, text) from public;
grant execute on function account_is_own(text), account_is_elsewhere(text), account_may_change(text), whose(text),
  places_of_staff(text[]), gateway_of_payment(text), account_with_email(text), give_slug(text, text) to rc_tenant;
