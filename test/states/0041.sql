-- After 0041_guests: an order without an account, with its link, a code that was mailed, and a link that was asked for.
insert into users (id, email, first_name, last_name, role, password_hash, email_verified_at, created_at, updated_at, guest) values
  ('00000000-0000-7000-8000-000000000801', 'guest:gul@posta.example', '', '', 'USER', '', '2026-11-04', '2026-11-04', '2026-11-04', true);
insert into orders (id, user_id, guest, status, payment_status, first_name, last_name, email, phone, address, city, total_kurus, placed_at, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000000802', '00000000-0000-7000-8000-000000000801', true, 'PENDING', 'SUCCESS', 'Gül', 'Öz', 'gul@posta.example', '+905321112244', 'Nar Sokak 1', 'İzmir', 124800, '2026-11-04', '2026-11-04', '2026-11-04');
insert into email_codes values ('hash of an address', 'hash', 1, '2026-11-04', '2026-11-04');
insert into guest_keys values ('hash of a link', '00000000-0000-7000-8000-000000000801', '00000000-0000-7000-8000-000000000802', '2027-05-04', '2026-11-04');
insert into order_link_requests values ('00000000-0000-7000-8000-000000000803', 'gul@posta.example', '00000802', '2026-11-04');
