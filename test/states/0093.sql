-- After 0093_conversations: a ready text, a message that the shop wrote first.
insert into message_templates values
  ('00000000-0000-7000-8000-000000000931', 'Kargo yolda', '', 'Merhaba {ad}, siparişiniz yolda.', '2026-11-25');
insert into messages (id, kind, email, body, created_at) values
  ('00000000-0000-7000-8000-000000000932', 'letter', 'ayse@posta.example', '{"subject": "Siparişiniz"}', '2026-11-25');
