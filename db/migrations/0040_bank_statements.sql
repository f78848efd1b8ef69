-- Statements of the owner's bank that she uploaded, as their incoming lines were read; what was confirmed stands in transfer_receipts.
create table bank_statements (
  id uuid not null,
  name text not null,
  lines jsonb not null,
  actor_id uuid,
  created_at timestamptz not null,
  constraint bank_statements_id_pk primary key (id)
);
create index bank_statements_created_at_index on bank_statements (created_at);
