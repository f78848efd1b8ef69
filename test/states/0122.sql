insert into transfer_receipts (id, attempt_id, amount_kurus, received_at, note, created_at, request_key) values
  ('01a20000-0000-7000-8000-000000000122', '00000000-0000-7000-8000-000000000604', 100, '2026-11-26', '', '2026-11-26', 'key-122');
