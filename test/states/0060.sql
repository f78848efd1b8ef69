-- After 0060_sales: a sale that is over.
insert into sales (id, name, percent, starts_at, ends_at, state, started_at, ended_at, created_at) values
  ('00000000-0000-7000-8000-000000006001', 'Yeşil Çanta %20 indirim', 20, '2026-05-01', '2026-05-02', 'ENDED', '2026-05-01', '2026-05-02', '2026-04-30');
insert into sale_products values ('00000000-0000-7000-8000-000000006001', '00000000-0000-7000-8000-000000000305', true);
insert into sale_lines values
  ('00000000-0000-7000-8000-000000006001', '00000000-0000-7000-8000-000000000306', '00000000-0000-7000-8000-000000000305', 'ENDED', 80000, 64000, '2026-05-01', '2026-05-02');
