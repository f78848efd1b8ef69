-- After 0083_second_step: an account with all ways, a login that waits.
update users set second_step_since = '2026-11-24' where id = '00000000-0000-7000-8000-000000000002';
insert into totp_keys values ('00000000-0000-7000-8000-000000000002', 'sealed', '2026-11-24', 59000000, '2026-11-24');
insert into recovery_codes values ('00000000-0000-7000-8000-000000000002', 'hash', null, '2026-11-24');
insert into passkeys values ('00000000-0000-7000-8000-000000000921', '00000000-0000-7000-8000-000000000002', 'credential', 'key', 3,
  '{internal}', 'Telefon', true, '2026-11-24', null);
insert into second_step_challenges values ('hash', 'login', '00000000-0000-7000-8000-000000000002', null, 'browser', 'signing', 1, '2026-11-24');
