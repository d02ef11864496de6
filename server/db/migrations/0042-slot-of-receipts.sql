-- A receipt keeps the slot that was booked when it was issued. See docs/decisions/0065-give-each-receipt-a-public-code-and-each-refund-a-credit-note.md.

-- null: the payment was not for a slot
alter table receipt
  add column slot_starts_at timestamptz,
  add column slot_ends_at timestamptz;
