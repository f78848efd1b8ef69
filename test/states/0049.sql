-- After 0049_store_credit: a gift of which nothing was spent yet.
insert into credit_accounts values ('00000000-0000-7000-8000-000000000002', 25000, '2026-11-04');
insert into credit_entries (id, user_id, amount_kurus, cause, note, created_at) values
  ('00000000-0000-7000-8000-000000000801', '00000000-0000-7000-8000-000000000002', 25000, 'gift', 'Geç gelen paket', '2026-11-04');
