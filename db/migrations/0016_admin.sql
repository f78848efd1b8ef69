-- Who changed what in the panel, and when. Rows are only added.
create table audit_entries (
  id uuid not null,
  -- Null: the shop itself.
  actor_id uuid,
  actor_name text not null,
  -- What was done: 'product.update', 'category.delete', 'settings.update', …
  action text not null,
  -- What it was done to, and how it was called then.
  subject_id text not null,
  subject_name text not null,
  -- The changed fields alone, before and after; null where there was nothing.
  before jsonb,
  after jsonb,
  request_id text not null,
  created_at timestamptz not null,
  constraint audit_entries_id_pk primary key (id),
  constraint audit_entries_actor_id_fk foreign key (actor_id) references users (id) on delete set null,
  constraint audit_entries_action_check check (action <> '')
);
create index audit_entries_newest_index on audit_entries (created_at desc, id desc);
create index audit_entries_subject_index on audit_entries (subject_id, created_at desc);

-- Counts the changes of a row, so that of two who edit it at once the second is told.
alter table products add column version integer not null default 1;
alter table categories add column version integer not null default 1;

-- Null: a draft, which only admins see.
alter table products add column published_at timestamptz;
update products set published_at = created_at;

-- Why the law gives no right of withdrawal for this product (docs/law.md); null: it gives one.
alter table products add column withdrawal_exemption text;

-- Where an address that was changed leads now. An address in use is never looked up here.
create table slug_redirects (
  kind text not null,
  slug text not null,
  target_id uuid not null,
  created_at timestamptz not null,
  constraint slug_redirects_pk primary key (kind, slug),
  constraint slug_redirects_kind_check check (kind in ('product', 'category'))
);
create index slug_redirects_target_index on slug_redirects (kind, target_id);
