-- After 0039_door: an order at the door that waits for its code, one that waits for its money, an invoice, and part of a transfer.
insert into orders (id, user_id, status, payment_status, payment_method, method_fee_kurus, first_name, last_name, email, phone, address, city, postal_code, total_kurus, placed_at, refused_at, cancelled_at, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000000601', '00000000-0000-7000-8000-000000000002', 'PENDING', 'PENDING', 'CASH_ON_DELIVERY', 4900, 'Gül', 'Öz', 'gul@posta.example', '+905321112244', 'Nar Sokak 1', 'İzmir', null, 124800, null, null, null, '2026-11-01', '2026-11-01'),
  ('00000000-0000-7000-8000-000000000602', '00000000-0000-7000-8000-000000000002', 'CANCELLED', 'FAILED', 'CASH_ON_DELIVERY', 4900, 'Gül', 'Öz', 'gul@posta.example', '+905321112244', 'Nar Sokak 1', 'İzmir', null, 124800, '2026-11-01', '2026-11-03', '2026-11-03', '2026-11-01', '2026-11-03');
insert into payment_attempts (id, order_id, provider, conversation_id, status, amount_kurus, lease_until, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000000603', '00000000-0000-7000-8000-000000000601', 'door', 'conversation-601', 'AWAITING_CODE', 124800, '2026-11-01', '2026-11-01', '2026-11-01'),
  ('00000000-0000-7000-8000-000000000604', '00000000-0000-7000-8000-000000000602', 'door', 'conversation-602', 'EXPIRED', 124800, '2026-11-01', '2026-11-01', '2026-11-03');
insert into door_codes values ('00000000-0000-7000-8000-000000000603', 'hash', 1, 2, '2026-11-01');
insert into order_invoices values
  ('00000000-0000-7000-8000-000000000605', '00000000-0000-7000-8000-000000000602', 'ABC2026000000601', 'invoice-601.pdf', '00000000-0000-7000-8000-000000000002', '2026-11-02', null);
insert into transfers values ('00000000-0000-7000-8000-000000000604', 'NARABC', '2026-11-04', '2026-11-02');
insert into transfer_receipts values ('00000000-0000-7000-8000-000000000606', '00000000-0000-7000-8000-000000000604', 100, '2026-11-02', '', null, null, '2026-11-02');
