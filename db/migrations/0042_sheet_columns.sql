-- Which column is which in the lists that the owner brings, as she said it by hand: by the titles of the list, or its width where it has none.
create table sheet_columns (
  kind text not null constraint sheet_columns_kind_check check (kind in ('statement', 'payouts')),
  shape text not null,
  columns jsonb not null,
  named_by jsonb not null,
  actor_id uuid,
  updated_at timestamptz not null,
  constraint sheet_columns_kind_shape_pk primary key (kind, shape)
);
