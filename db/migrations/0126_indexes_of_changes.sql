-- Nobody writes to a table while its index is built, so each large table has a migration of its own.

-- Before a row of users goes the database looks into each table that may name it.
create index audit_entries_actor_index on audit_entries (actor_id) where actor_id is not null;

-- Changes that name an address beside what they are about (shop/audit/forget.ts).
create index audit_entries_addressed_index on audit_entries (action) where action in (
  'customer.merge', 'consent.withdraw', 'campaign.create', 'campaign.update', 'campaign.delete', 'staff.invite', 'staff.withdraw');
