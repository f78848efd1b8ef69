-- Orders that are paid by transfer: what the bank's line must name, and until when the goods wait.
create table transfers (
  attempt_id uuid not null,
  reference text not null,
  deadline timestamptz not null,
  reminded_at timestamptz,
  constraint transfers_attempt_id_pk primary key (attempt_id),
  constraint transfers_attempt_id_fk foreign key (attempt_id) references payment_attempts (id),
  constraint transfers_reference_key unique (reference)
);

-- Money that came for them; an order may be paid in parts, or too much. Rows are only added.
create table transfer_receipts (
  id uuid not null,
  attempt_id uuid not null,
  amount_kurus integer not null,
  received_at timestamptz not null,
  note text not null default '',
  -- The line of a bank's statement that it was read from: no line counts twice.
  line_key text,
  actor_id uuid,
  created_at timestamptz not null,
  constraint transfer_receipts_id_pk primary key (id),
  constraint transfer_receipts_attempt_id_fk foreign key (attempt_id) references payment_attempts (id),
  constraint transfer_receipts_line_key_key unique (line_key),
  constraint transfer_receipts_amount_check check (amount_kurus > 0)
);
create index transfer_receipts_attempt_id_index on transfer_receipts (attempt_id);
