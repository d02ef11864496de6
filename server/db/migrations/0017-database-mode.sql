-- A database belongs to one of the two modes, from its first start on: demo data with published passwords must never serve in production.
-- See docs/decisions/0038-a-database-knows-its-mode.md.
create table installation (
  only_one boolean primary key default true check (only_one),
  mode text not null check (mode in ('demo', 'production')),
  since timestamptz not null
);

-- A database from before this migration: demo accounts or demo money make it a demo's. Any other takes the mode of its next start.
insert into installation (mode, since)
select 'demo', now()
where exists (select from account where lower(email) like '%@demo.test' and disabled_at is null)
  or exists (select from payment where gateway = 'demo');
