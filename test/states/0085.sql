insert into newsletters (id, subject, preheader, blocks, audience, state, send_at, started_at, filled_at, total, sent, created_at, updated_at)
values ('85000000-0000-7000-8000-000000000001', 'Yeni sezon', '', '[{"kind":"text","heading":"Merhaba","text":"Yeni sezon geldi."}]',
  '{"kind":"ALL"}', 'SENT', '2026-11-25 09:00+00', '2026-11-25 09:00+00', '2026-11-25 09:00+00', 1, 1, '2026-11-25 08:00+00', '2026-11-25 09:00+00');
insert into newsletter_mails (id, newsletter_id, recipient, state, due_at, attempts, claimed_at, sent_at)
values ('85000000-0000-7000-8000-000000000002', '85000000-0000-7000-8000-000000000001', 'ipek@posta.example', 'SENT',
  '2026-11-25 09:00+00', 1, '2026-11-25 09:00+00', '2026-11-25 09:00+00');
