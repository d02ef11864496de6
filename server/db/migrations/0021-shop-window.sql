-- What a shopper wants to know before paying: who answers a question, and how long the billing queue takes without Red Carpet.

-- The contact of all shops of the mall that have none of their own. An owner's sign-in email is never shown instead.
alter table mall add column support_contact text;

-- Minutes, as the shop states them; null says nothing.
alter table shop add column usual_wait_minutes int check (usual_wait_minutes between 1 and 600);
