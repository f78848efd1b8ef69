insert into sms (id, kind, order_id, to_phone, text, until, created_at) values
  ('01a20000-0000-7000-8000-000000000125', 'door-code', '00000000-0000-7000-8000-000000000020', '+905321112233', '', '2026-11-27', '2026-11-27');
