insert into refunds (id, order_id, attempt_id, amount_kurus, status, reason, lease_until, created_at, updated_at, after_refund_id) values
  ('01a20000-0000-7000-8000-000000000121', '00000000-0000-7000-8000-000000000401', '00000000-0000-7000-8000-000000000403', 100, 'FAILED', 'exchange', '2026-11-26', '2026-11-26', '2026-11-26', '00000000-0000-7000-8000-000000000404');
