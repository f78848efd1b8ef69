-- After 0061_notices: an admin who is told of orders on her telephone, with one that was told and one that waits.
insert into notice_choices (user_id, kinds, summary, quiet_from, quiet_to, updated_at) values
  ('00000000-0000-7000-8000-000000000002', '{"order": {"push": true, "mail": false, "since": "2026-11-01T09:00:00.000Z"}}', true, 22, 8, '2026-11-01');
insert into push_subscriptions values
  ('00000000-0000-7000-8000-000000000901', '00000000-0000-7000-8000-000000000002', 'https://fcm.googleapis.com/fcm/send/x', 'key', 'secret', 'Chrome, Android', '2026-11-01');
insert into notices values
  ('order:1', 'order', 'Yeni sipariş #1', '199,00 TL, 1 parça', '/admin/siparisler', '2026-11-02', '2026-11-02');
insert into notice_deliveries (id, notice_key, user_id, channel, due_at, attempts, sent_at) values
  ('00000000-0000-7000-8000-000000000902', 'order:1', '00000000-0000-7000-8000-000000000002', 'push', '2026-11-02', 1, '2026-11-02'),
  ('00000000-0000-7000-8000-000000000903', 'order:1', '00000000-0000-7000-8000-000000000002', 'mail', '2026-11-02', 0, null);
