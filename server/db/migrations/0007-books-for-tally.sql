-- How the money of a note went back. Null on the notes of before: as it had come.
alter table credit_note add column gateway text;

-- What the mall's books call our ledgers (contract/payments/ledgers.ts). Absent ones have our names.
alter table mall add column ledgers jsonb not null default '{}' check (jsonb_typeof(ledgers) = 'object');
alter table mall add check (gst_basis_points in (500, 1800, 4000));
