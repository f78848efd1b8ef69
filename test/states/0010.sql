-- After 0010_account_settings: addresses, consents, the security log, a product that search has to find.
insert into user_addresses values
  ('00000000-0000-7000-8000-000000000301', '00000000-0000-7000-8000-000000000001', 'Ev', 'Ayşe', 'Işık', '+905321112233', 'Bağdat Cad. 1', 'İstanbul', null, true, '2026-03-01', '2026-03-01');
insert into consents (id, user_id, purpose, text_version, text, granted_at, granted_from, granted_address) values
  ('00000000-0000-7000-8000-000000000302', '00000000-0000-7000-8000-000000000001', 'marketing-email', '1', 'Kabul ediyorum.', '2026-03-01', 'account', '203.0.113.7');
insert into security_events (id, kind, user_id, address, request_id, created_at) values
  ('00000000-0000-7000-8000-000000000303', 'signed-in', '00000000-0000-7000-8000-000000000001', '203.0.113.7', 'r', '2026-03-01');
insert into known_devices values ('00000000-0000-7000-8000-000000000001', 'Firefox, Linux', '2026-03-01', '2026-03-01');
insert into link_requests values ('00000000-0000-7000-8000-000000000304', 'reset-password', 'ayse@posta.example', '2026-03-01');
insert into products (id, slug, name, description, category_id, original_price_kurus, images, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000000305', 'yesil-canta', 'Yeşil Çanta', 'Deri.', '00000000-0000-7000-8000-000000000010', 90000, '{}', '2026-03-01', '2026-03-01');
insert into variants (id, product_id, sku, color, size, price_kurus, stock, created_at) values
  ('00000000-0000-7000-8000-000000000306', '00000000-0000-7000-8000-000000000305', 'CNT-1', 'Zümrüt', 'Tek', 80000, 2, '2026-03-01');
