-- The number under a piece's bars, so that files of other shops and scanners find it.
alter table variants add column barcode text;
alter table variants add constraint variants_barcode_check check (barcode <> '');
create unique index variants_barcode_key on variants (barcode) where retired_at is null;

-- A file of products that was uploaded: read, and applied once its owner says so.
create table imports (
  id uuid not null,
  name text not null,
  format text not null,
  state text not null,
  header text[] not null,
  mapping jsonb not null,
  rows integer not null,
  counts jsonb not null,
  warnings text[] not null,
  -- Products to write, and how many of them are written or refused.
  total integer not null,
  done integer not null default 0,
  refused integer not null default 0,
  actor_id uuid,
  created_at timestamptz not null,
  applied_at timestamptz,
  ended_at timestamptz,
  constraint imports_id_pk primary key (id),
  constraint imports_state_check check (state in ('READY', 'RUNNING', 'STOPPED', 'DONE'))
);
create index imports_created_at_index on imports (created_at);

-- One product of an import: what the file says of it, what that would change, and what became of it.
create table import_units (
  import_id uuid not null,
  position integer not null,
  plan text not null,
  name text not null,
  first_row integer not null,
  product_id uuid,
  draft jsonb not null,
  changes jsonb not null,
  errors jsonb not null,
  notes text[] not null,
  -- The rows as they stood in the file, while something is wrong with them.
  lines jsonb,
  applied_at timestamptz,
  constraint import_units_pk primary key (import_id, position),
  constraint import_units_import_id_fk foreign key (import_id) references imports (id) on delete cascade,
  constraint import_units_plan_check check (plan in ('NEW', 'CHANGED', 'SAME', 'FAILED'))
);
create index import_units_waiting_index on import_units (import_id, position)
  where applied_at is null and plan in ('NEW', 'CHANGED');

-- Pictures that came with a file, until they are stored.
create table import_files (
  import_id uuid not null,
  image_id text not null,
  bytes bytea not null,
  constraint import_files_pk primary key (import_id, image_id),
  constraint import_files_import_id_fk foreign key (import_id) references imports (id) on delete cascade
);

-- Which picture an address gave, so that it is fetched once.
create table import_pictures (
  source text not null,
  image_id text not null,
  fetched_at timestamptz not null,
  constraint import_pictures_source_pk primary key (source)
);

-- What the owner said of the columns of a file, kept for the next one with the same columns.
create table import_mappings (
  header_key text not null,
  mapping jsonb not null,
  used_at timestamptz not null,
  constraint import_mappings_header_key_pk primary key (header_key)
);
