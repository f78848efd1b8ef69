-- After 0008_message_mails: what visitors wrote, who waits for a size, the first settings.
insert into messages (id, kind, email, body, file_name, file_type, file_key, created_at, forwarded_at) values
  ('00000000-0000-7000-8000-000000000201', 'application', 'aday@posta.example', '{"title": "Bayilik"}', 'özgeçmiş.pdf', 'application/pdf', 'private-00000000000000000000000000000001.pdf', '2026-02-01', null),
  ('00000000-0000-7000-8000-000000000202', 'problem-report', 'ayse@posta.example', '{"problem": "Açılmıyor"}', null, null, null, '2026-02-01', '2026-02-01');
insert into stock_requests (id, product_id, email, size, color, notified_at, created_at) values
  ('00000000-0000-7000-8000-000000000203', '00000000-0000-7000-8000-000000000011', 'bekleyen@posta.example', 'M', null, null, '2026-02-01'),
  ('00000000-0000-7000-8000-000000000204', '00000000-0000-7000-8000-000000000011', 'bekleyen@posta.example', 'M', 'Gül Kurusu', null, '2026-02-01');
insert into login_attempts values ('0123abcd', 4, '2026-02-01');
insert into settings (key, value, updated_at) values ('promises', '{"noteForTests": true}', '2026-02-01');
