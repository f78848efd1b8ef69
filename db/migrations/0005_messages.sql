-- Problem reports, stock notices and applications: kept first, mailed after.
create table messages (
  id uuid not null,
  kind text not null,
  email text not null,
  body jsonb not null,
  file_name text,
  file_type text,
  file_key text,
  read_at timestamptz,
  answered_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null,
  constraint messages_id_pk primary key (id),
  constraint messages_kind_check check (kind in ('problem-report', 'stock-notice', 'application'))
);
create index messages_newest_index on messages (kind, created_at desc);

-- Who waits for a size to come back; mailed once, in the order of asking.
create table stock_requests (
  id uuid not null,
  product_id uuid not null,
  email text not null,
  size text not null,
  notified_at timestamptz,
  created_at timestamptz not null,
  constraint stock_requests_id_pk primary key (id),
  constraint stock_requests_product_id_fk foreign key (product_id) references products (id) on delete cascade
);
create index stock_requests_waiting_index on stock_requests (product_id, size, created_at) where notified_at is null;
create unique index stock_requests_waiting_key on stock_requests (product_id, email, size) where notified_at is null;
