-- After 0052_imports: a file that was read, one product of it with a picture that came along, and columns that its owner mapped.
insert into imports (id, name, format, state, header, mapping, rows, counts, warnings, total, created_at) values
  ('00000000-0000-7000-8000-000000005801', 'urunler.csv', 'butik', 'READY', '{SKU,Fiyat}', '["sku", "price"]', 1, '{"new": 0, "changed": 1, "same": 0, "failed": 0, "newVariants": 0, "changedVariants": 1}', '{}', 1, '2026-11-24');
insert into import_units (import_id, position, plan, name, first_row, draft, changes, errors, notes) values
  ('00000000-0000-7000-8000-000000005801', 0, 'CHANGED', 'Yeşil Çanta', 2, '{"variants": [{"row": 2, "sku": "CNT-1", "priceKurus": 70000}]}', '[]', '[]', '{}');
insert into import_files values ('00000000-0000-7000-8000-000000005801', '0123456789abcdef0123456789abcdef', '\x00');
insert into import_pictures values ('https://example.com/canta.jpg', '0123456789abcdef0123456789abcdef', '2026-11-24');
insert into import_mappings values ('fiyat|kod', '{"Kod": "sku"}', '2026-11-24');
