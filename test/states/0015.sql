-- After 0015_lawful_prices: an order with its contracts, sent with a tracking number, of which an item went back.
insert into orders (id, user_id, status, payment_status, first_name, last_name, email, phone, address, city, total_kurus, paid_at, carrier, tracking_number, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000000401', '00000000-0000-7000-8000-000000000001', 'DELIVERED', 'SUCCESS', 'Ayşe', 'Işık', 'ayse@posta.example', '+905321112233', 'Bağdat Cad. 1', 'İstanbul', 160000, '2026-04-01', 'yurtici', 'TR123', '2026-04-01', '2026-04-02');
insert into order_items (id, order_id, position, product_id, variant_id, quantity, unit_price_kurus, product_name, product_slug, color, size, sku, refunded_quantity) values
  ('00000000-0000-7000-8000-000000000402', '00000000-0000-7000-8000-000000000401', 0, '00000000-0000-7000-8000-000000000305', '00000000-0000-7000-8000-000000000306', 2, 80000, 'Yeşil Çanta', 'yesil-canta', 'Zümrüt', 'Tek', 'CNT-1', 1);
insert into payment_attempts (id, order_id, provider, conversation_id, status, amount_kurus, fee_kurus, refund_kurus, card_bin, card_last4, provider_payment_id, lease_until, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000000403', '00000000-0000-7000-8000-000000000401', 'iyzico', 'conversation-3', 'SUCCEEDED', 165000, 5000, 82500, '552879', '0008', '22484001', '2026-04-01', '2026-04-01', '2026-04-01');
insert into refunds (id, order_id, attempt_id, amount_kurus, status, reason, lease_until, created_at, updated_at, asked_times) values
  ('00000000-0000-7000-8000-000000000404', '00000000-0000-7000-8000-000000000401', '00000000-0000-7000-8000-000000000403', 82500, 'SUCCEEDED', 'items', '2026-04-03', '2026-04-03', '2026-04-03', 1);
insert into item_refunds values ('00000000-0000-7000-8000-000000000404', '00000000-0000-7000-8000-000000000401', true, 'Dar geldi', 'key-2');
insert into refund_items values ('00000000-0000-7000-8000-000000000404', '00000000-0000-7000-8000-000000000402', 1);
insert into order_contracts values
  ('00000000-0000-7000-8000-000000000401', 'distance-sales', '1', 'Mesafeli Satış Sözleşmesi', 'Şartlar', '[]', encode(sha256(convert_to('Şartlar', 'UTF8')), 'hex'), '2026-04-01', '203.0.113.7');
insert into payment_webhooks values ('iyzico', 'ref-1', true, 'API_AUTH', 'SUCCESS', 'conversation-3', '2026-04-01');
insert into payment_findings (id, kind, day, attempt_id, order_id, provider_payment_id, ours_kurus, theirs_kurus, found_at) values
  ('00000000-0000-7000-8000-000000000405', 'amount-differs', '2026-04-01', '00000000-0000-7000-8000-000000000403', '00000000-0000-7000-8000-000000000401', '22484001', 165000, 160000, '2026-04-02');
insert into bank_pages values ('page', '\x00ff', '2026-04-01');
