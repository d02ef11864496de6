-- The keys of POST requests and the responses kept for them. See docs/decisions/0066-keep-the-response-of-a-post-for-its-idempotency-key.md.
-- No tenant's: the id is a keyed hash of the caller, the call and the key, and the edge alone reads the table, outside the wall.
create table idempotency_key (
  id text primary key,
  -- A keyed hash of the body of the first request.
  body_hash text not null,
  -- While the first request runs: until then, no other request may run.
  claimed_until timestamptz not null,
  created_at timestamptz not null,
  -- Null until the first request has its response.
  status int,
  -- The media type and the body of the response, sealed with a key that is made of the server's key and the caller's.
  response text,
  check ((status is null) = (response is null))
);
create index idempotency_key_created on idempotency_key (created_at);
