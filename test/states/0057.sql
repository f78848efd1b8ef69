-- After 0057_stock: a size whose stock moved and came back, a kept view, and a count that is open.
update variants set stock = stock + 1 where id = '00000000-0000-7000-8000-000000000013';
update variants set stock = stock - 1 where id = '00000000-0000-7000-8000-000000000013';
insert into product_views (id, user_id, name, query, columns, created_at) values
  ('00000000-0000-7000-8000-000000005901', '00000000-0000-7000-8000-000000000002', 'Azalanlar', 'stok=az', '{stock}', '2026-11-24');
insert into stocktakes (id, started_by, created_at) values
  ('00000000-0000-7000-8000-000000005902', '00000000-0000-7000-8000-000000000002', '2026-11-24');
insert into stocktake_lines (stocktake_id, variant_id, expected, counted, began_at, changed_at) values
  ('00000000-0000-7000-8000-000000005902', '00000000-0000-7000-8000-000000000013', 4, 4, '2026-11-24', '2026-11-24');
