-- After 0083_second_step: an account with all ways, a login that waits; the list of customers knows her already.
insert into users (id, email, first_name, last_name, role, password_hash, email_verified_at, second_step_since, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000000920', 'isil@posta.example', 'Işıl', 'Ak', 'USER', 'hash', '2026-11-24', '2026-11-24', '2026-11-24', '2026-11-24');
insert into totp_keys values ('00000000-0000-7000-8000-000000000920', 'sealed', '2026-11-24', 59000000, '2026-11-24');
insert into recovery_codes values ('00000000-0000-7000-8000-000000000920', 'hash', null, '2026-11-24');
insert into passkeys values ('00000000-0000-7000-8000-000000000921', '00000000-0000-7000-8000-000000000920', 'credential', 'key', 3,
  '{internal}', 'Telefon', true, '2026-11-24', null);
insert into second_step_challenges values ('hash', 'login', '00000000-0000-7000-8000-000000000920', null, 'browser', 'signing', 1, '2026-11-24');
select fold_customers(2147483647);
