-- Who may hold how much while unpaid is counted by account and by network: a keyed hash of it, which names nobody.
alter table payment_attempts add column network text;
-- Whether a cancelled order's units go back on sale; those that were shipped are not on the shelf.
alter table refunds add column restock boolean not null default true;
