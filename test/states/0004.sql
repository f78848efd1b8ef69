-- Rows as a shop had them after 0004_orders: customers, goods, a paid order with a refund, one that was never paid.
insert into rate_limits values ('login:203.0.113.7', '2026-01-05 10:00+03', 3);
insert into mails (id, kind, to_email, subject, html, text, attempts, sent_at, created_at) values
  ('00000000-0000-7000-8000-000000000101', 'order-confirmed', 'ayse@posta.example', 'Siparişiniz alındı', '<p>İ</p>', 'İ', 1, '2026-01-05 10:01+03', '2026-01-05 10:00+03'),
  ('00000000-0000-7000-8000-000000000102', 'password-reset', 'ayse@posta.example', 'Şifre', '<p>x</p>', 'x', 0, null, '2026-01-05 10:00+03');
insert into users (id, email, first_name, last_name, role, password_hash, email_verified_at, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000000001', 'ayse@posta.example', 'Ayşe', 'Işık', 'USER', '$argon2id$v=19$m=19456,t=2,p=1$BZB156uWGTiKrwg7iqp53Q$QE7T0bKr7J1lLbZTfh+w1bAGTG+nGBRrjo71teZKFyA', '2026-01-01', '2026-01-01', '2026-01-01'),
  ('00000000-0000-7000-8000-000000000002', 'patron@posta.example', 'Gül', 'Öz', 'ADMIN', '$argon2id$v=19$m=19456,t=2,p=1$BZB156uWGTiKrwg7iqp53Q$QE7T0bKr7J1lLbZTfh+w1bAGTG+nGBRrjo71teZKFyA', '2026-01-01', '2026-01-01', '2026-01-01');
insert into user_tokens (id, user_id, purpose, token_hash, expires_at, created_at) values
  ('00000000-0000-7000-8000-000000000003', '00000000-0000-7000-8000-000000000001', 'reset-password', 'token', '2026-01-06', '2026-01-05');
insert into sessions values
  ('00000000-0000-7000-8000-000000000004', '00000000-0000-7000-8000-000000000001', 'Firefox', '203.0.113.7', null, '2026-01-05', '2026-01-05');
insert into refresh_tokens values
  ('first', '00000000-0000-7000-8000-000000000004', null, '2026-01-05', '2026-03-05', '2026-01-05'),
  ('second', '00000000-0000-7000-8000-000000000004', 'first', null, '2026-03-05', '2026-01-05');
insert into images values ('000000000000000000000000000000aa', 1200, 1500, '#d9c3a6', null, '2026-01-01');
insert into categories values ('00000000-0000-7000-8000-000000000010', 'Elbise', 'elbise', 'ust-giyim', 1, '2026-01-01');
insert into products (id, slug, name, description, category_id, original_price_kurus, images, search_text, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000000011', 'ipek-elbise', 'İpek Elbise', 'Işıltılı.', '00000000-0000-7000-8000-000000000010', 150000, '{000000000000000000000000000000aa}', 'ipek elbise', '2026-01-01', '2026-01-01');
insert into products (id, slug, name, description, images, deleted_at, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000000012', 'eski-bluz', 'Eski Bluz', 'Silindi.', '{}', '2026-01-04', '2026-01-01', '2026-01-04');
insert into variants (id, product_id, sku, color, color_hex, size, price_kurus, stock, retired_at, created_at) values
  ('00000000-0000-7000-8000-000000000013', '00000000-0000-7000-8000-000000000011', 'IPK-S', 'Gül Kurusu', '#c08a8a', 'S', 119900, 4, null, '2026-01-01'),
  ('00000000-0000-7000-8000-000000000014', '00000000-0000-7000-8000-000000000011', 'IPK-M', 'Gül Kurusu', null, 'M', 119900, 0, '2026-01-03', '2026-01-01'),
  ('00000000-0000-7000-8000-000000000015', '00000000-0000-7000-8000-000000000012', 'BLZ-S', 'Mor', null, 'S', 50000, 1, null, '2026-01-01');
insert into product_groups values ('00000000-0000-7000-8000-000000000016', 'İpekler', '2026-01-01');
insert into product_group_members values
  ('00000000-0000-7000-8000-000000000016', '00000000-0000-7000-8000-000000000011', 0),
  ('00000000-0000-7000-8000-000000000016', '00000000-0000-7000-8000-000000000012', 1);
insert into favorites (id, user_id, product_id, created_at) values
  ('00000000-0000-7000-8000-000000000017', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000011', '2026-01-02');
insert into orders (id, user_id, status, payment_status, first_name, last_name, email, phone, address, city, postal_code, total_kurus, accepted_contracts, admin_notes, paid_at, shipped_at, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000000020', '00000000-0000-7000-8000-000000000001', 'SHIPPED', 'SUCCESS', 'Ayşe', 'Işık', 'ayse@posta.example', '+905321112233', 'Bağdat Cad. 1', 'İstanbul', '34710', 239800, '{"version": "1"}', 'Hediye', '2026-01-05 10:00+03', '2026-01-06', '2026-01-05 10:00+03', '2026-01-06'),
  ('00000000-0000-7000-8000-000000000021', '00000000-0000-7000-8000-000000000001', 'PENDING', 'FAILED', 'Ayşe', 'Işık', 'ayse@posta.example', '+905321112233', 'Bağdat Cad. 1', 'İstanbul', null, 119900, null, '', null, null, '2026-01-04', '2026-01-04');
insert into order_items (id, order_id, position, product_id, variant_id, quantity, unit_price_kurus, product_name, product_slug, color, size, sku, image_id) values
  ('00000000-0000-7000-8000-000000000022', '00000000-0000-7000-8000-000000000020', 0, '00000000-0000-7000-8000-000000000011', '00000000-0000-7000-8000-000000000013', 2, 119900, 'İpek Elbise', 'ipek-elbise', 'Gül Kurusu', 'S', 'IPK-S', '000000000000000000000000000000aa'),
  ('00000000-0000-7000-8000-000000000023', '00000000-0000-7000-8000-000000000021', 0, null, '00000000-0000-7000-8000-000000000014', 1, 119900, 'İpek Elbise', 'ipek-elbise', 'Gül Kurusu', 'M', 'IPK-M', null);
insert into order_events values
  ('00000000-0000-7000-8000-000000000024', '00000000-0000-7000-8000-000000000020', 'status', 'SHIPPED', '', '00000000-0000-7000-8000-000000000002', '2026-01-06');
insert into payment_attempts (id, order_id, provider, conversation_id, status, amount_kurus, card_bin, card_last4, provider_payment_id, lease_until, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000000025', '00000000-0000-7000-8000-000000000020', 'demo', 'conversation-1', 'SUCCEEDED', 239800, '552879', '0008', '00000000-0000-7000-8000-000000000030', '2026-01-05', '2026-01-05', '2026-01-05'),
  ('00000000-0000-7000-8000-000000000026', '00000000-0000-7000-8000-000000000021', 'demo', 'conversation-2', 'EXPIRED', 119900, '552879', '0008', null, '2026-01-04', '2026-01-04', '2026-01-04');
insert into payment_events values
  ('00000000-0000-7000-8000-000000000027', '00000000-0000-7000-8000-000000000025', 'STARTED', 'SUCCEEDED', 'answer', '2026-01-05');
insert into refunds (id, order_id, attempt_id, amount_kurus, status, reason, lease_until, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000000028', '00000000-0000-7000-8000-000000000020', '00000000-0000-7000-8000-000000000025', 119900, 'SUCCEEDED', 'goodwill', '2026-01-07', '2026-01-07', '2026-01-07');
insert into idempotency_keys values
  ('00000000-0000-7000-8000-000000000001', 'key-1', 'hash', '00000000-0000-7000-8000-000000000025', '2026-01-05');
insert into demo_bank.charges (payment_id, conversation_id, order_id, amount_kurus, refunded_kurus, status, created_at) values
  ('00000000-0000-7000-8000-000000000030', 'conversation-1', '00000000-0000-7000-8000-000000000020', 239800, 119900, 'CHARGED', '2026-01-05');
insert into demo_bank.refunds values
  ('00000000-0000-7000-8000-000000000028', '00000000-0000-7000-8000-000000000030', 119900, '2026-01-07');
