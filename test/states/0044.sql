-- After 0042_sheet_columns and 0044_sms: columns that the owner named, and an SMS that is still of use.
insert into sheet_columns values
  ('statement', 'tarih|aciklama|tutar', '["day", "text", "amount"]', '["hand", "hand", "hand"]', '00000000-0000-7000-8000-000000000002', '2026-11-03');
insert into sms (id, kind, to_phone, text, until, created_at) values
  ('00000000-0000-7000-8000-000000000911', 'door-code', '+905321112244', 'Onay kodu 123456', '2026-11-04', '2026-11-03');
