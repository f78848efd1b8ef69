-- What the owner or the shop itself has settled while it runs, by name; each value has the shape its reader checks.
create table settings (
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null,
  constraint settings_key_pk primary key (key)
);
