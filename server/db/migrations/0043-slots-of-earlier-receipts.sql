-- Receipts from before have the slot that they showed until now. In a migration of its own: the one before locks the table of receipts, and
-- captures would wait for this as long as it takes.
update receipt r set slot_starts_at = t.slot_starts_at, slot_ends_at = t.slot_ends_at
  from ticket t where t.id = r.ticket_id and t.slot_starts_at is not null;
