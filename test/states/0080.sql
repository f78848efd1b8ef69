-- After 0080_consents: a note on a customer, a file of İYS.
insert into customer_notes values
  ('00000000-0000-7000-8000-000000000911', '00000000-0000-7000-8000-000000000001', 'L ister.', '00000000-0000-7000-8000-000000000002', 'Nar', '2026-11-24');
insert into iys_files values
  ('00000000-0000-7000-8000-000000000912', array(select id from consent_events), 'Nar', '2026-11-24', null);
