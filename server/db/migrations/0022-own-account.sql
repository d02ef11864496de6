-- "Your account": a person sees and ends their own sessions, and adds or removes a second factor. See docs/decisions/0045-your-account.md.

alter table session
  -- What the browser said of itself when the session began, for example 'Chrome' and 'Android'. Null if it said nothing that we know.
  add column browser text,
  add column system text,
  -- When the password was last given in this session. Null for sessions from before this column: they count as never proven.
  add column proven_at timestamptz;

-- A second factor that is being set up: it counts only after a code of it was given in the same session.
create table second_factor_offer (
  session_id text primary key references session (id) on delete cascade,
  -- the secret, sealed with the server's key
  sealed text not null,
  tries int not null default 0,
  expires_at timestamptz not null
);
create index second_factor_offer_expiry on second_factor_offer (expires_at);

-- Managers see whether an account has a second factor, and may remove it. They never read the secret.
alter table account add column has_second_factor boolean not null generated always as (totp_secret is not null) stored;
grant select (has_second_factor) on account to rc_tenant;
grant update (totp_secret, totp_last_step) on account to rc_tenant;
