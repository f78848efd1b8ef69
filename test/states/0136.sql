-- After 0136_customers_who_paid: a paid order was made cheaper, and the difference went back.
insert into order_items (id, order_id, position, quantity, unit_price_kurus, vat_rate, product_name, product_slug, color, size, sku) values
  ('00000000-0000-7000-8000-000000001361', '00000000-0000-7000-8000-000000001311', 0, 1, 150000, 10, 'Keten Elbise', 'keten-elbise', 'Beyaz', 'M', 'KE-1361');
insert into refunds (id, order_id, attempt_id, amount_kurus, status, reason, lease_until, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000001362', '00000000-0000-7000-8000-000000001311', '00000000-0000-7000-8000-000000001312', 5000, 'SUCCEEDED', 'change', '2026-11-20', '2026-11-20', '2026-11-20');
