-- After 0045_returns: a return of one piece that came back faulty, with its picture.
insert into returns (id, code, order_id, kind, status, note, noticed_at, created_at, updated_at, approved_at) values
  ('00000000-0000-7000-8000-000000000901', 'RCDF234', '00000000-0000-7000-8000-000000000020', 'RETURN', 'APPROVED', 'Dikişi açık', '2026-11-03', '2026-11-03', '2026-11-03', '2026-11-03');
insert into return_items (return_id, order_item_id, quantity, reason) values
  ('00000000-0000-7000-8000-000000000901', '00000000-0000-7000-8000-000000000022', 1, 'FAULTY');
update order_items set returning_quantity = 1 where id = '00000000-0000-7000-8000-000000000022';
insert into return_images values
  ('00000000-0000-7000-8000-000000000902', '00000000-0000-7000-8000-000000000901', '00000000-0000-7000-8000-000000000001', 'iade-901.jpg', 'image/jpeg', 0, '2026-11-03');
insert into faulty_stock values ('00000000-0000-7000-8000-000000000013', 1);
