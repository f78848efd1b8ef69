-- After 0048_shipments: one that was made and is on its way.
insert into shipments (id, order_id, provider, status, provider_id, parcel_state, parcel_words, parcel_at, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000000801', '00000000-0000-7000-8000-000000000020', 'geliver', 'MADE', '186af322', 'OUT', 'Dağıtımda', '2026-11-04', '2026-11-03', '2026-11-04');
