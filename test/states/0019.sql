-- After 0019_owner_desk: drafts, notes, answers, addresses that moved, what admins changed.
insert into audit_entries values
  ('00000000-0000-7000-8000-000000000501', '00000000-0000-7000-8000-000000000002', 'Gül Öz', 'product.update', '00000000-0000-7000-8000-000000000011', 'İpek Elbise', '{"name": "İpek"}', '{"name": "İpek Elbise"}', 'r', '2026-05-01');
insert into products (id, slug, name, description, category_id, images, created_at, updated_at, published_at, withdrawal_exemption) values
  ('00000000-0000-7000-8000-000000000502', 'taslak', 'Taslak', 'Henüz yok.', '00000000-0000-7000-8000-000000000010', '{}', '2026-05-01', '2026-05-01', null, 'made-to-order');
insert into slug_redirects values ('product', 'ipek-elbise-eski', '00000000-0000-7000-8000-000000000011', '2026-05-01');
insert into order_notes values
  ('00000000-0000-7000-8000-000000000503', '00000000-0000-7000-8000-000000000020', 'Aradı, memnun.', '00000000-0000-7000-8000-000000000002', 'Gül Öz', '2026-05-01');
insert into message_answers values
  ('00000000-0000-7000-8000-000000000504', '00000000-0000-7000-8000-000000000202', '00000000-0000-7000-8000-000000000002', 'Yanıt', 'Düzeldi.', null, '2026-05-01');
