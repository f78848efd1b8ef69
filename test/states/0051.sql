-- After 0051_manual_orders: a link by which an order is paid.
insert into payment_links values
  ('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', '00000000-0000-7000-8000-000000000021', '00000000-0000-7000-8000-000000000002', '2026-11-20');
