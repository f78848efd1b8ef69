-- One change of many products: previewed, applied and taken back product by product.
create table bulk_changes (
  id uuid not null,
  -- PREPARING while the preview is being written.
  state text not null,
  -- What it does, in the owner's words.
  title text not null,
  change jsonb not null,
  -- The filter that chose the products; null when they were named.
  filter jsonb,
  counts jsonb not null,
  warnings text[] not null,
  -- Products to change, and how many of them are done: changed or left out.
  total integer not null,
  done integer not null default 0,
  refused integer not null default 0,
  -- Products taken back, and those that had changed since.
  undone integer not null default 0,
  kept integer not null default 0,
  actor_id uuid,
  created_at timestamptz not null,
  applied_at timestamptz,
  ended_at timestamptz,
  constraint bulk_changes_id_pk primary key (id),
  constraint bulk_changes_state_check check (state in ('PREPARING', 'READY', 'RUNNING', 'STOPPED', 'DONE', 'UNDOING'))
);
create index bulk_changes_created_at_index on bulk_changes (created_at);

create table bulk_units (
  bulk_id uuid not null,
  position integer not null,
  product_id uuid not null,
  plan text not null,
  name text not null,
  -- The fields that the change touches, before and after: as previewed, and once applied as written.
  before jsonb not null,
  after jsonb not null,
  changes jsonb not null,
  notes jsonb not null,
  applied_at timestamptz,
  -- Why it was left out although it was to be changed.
  refused text,
  undo_asked_at timestamptz,
  undone_at timestamptz,
  -- Why it could not be taken back.
  kept text,
  constraint bulk_units_pk primary key (bulk_id, position),
  constraint bulk_units_bulk_id_fk foreign key (bulk_id) references bulk_changes (id) on delete cascade,
  constraint bulk_units_plan_check check (plan in ('CHANGED', 'SAME', 'FAILED'))
);
create index bulk_units_waiting_index on bulk_units (bulk_id, position) where applied_at is null and plan = 'CHANGED';
create index bulk_units_undo_index on bulk_units (bulk_id, position) where undo_asked_at is not null and undone_at is null and kept is null;
