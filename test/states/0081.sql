-- After 0081_staff: a role of the owner's own, and somebody who is invited to it.
insert into staff_roles values
  ('00000000-0000-7000-8000-000000000921', null, 'Hafta sonu', '{orders,messages,contacts}', '2026-11-25', '2026-11-25');
insert into staff_invitations values
  ('00000000-0000-7000-8000-000000000923', 'davetli@dukkan.example', 'Derya', 'Ak', '00000000-0000-7000-8000-000000000921', 'a hash', '00000000-0000-7000-8000-000000000002', '2026-11-25', '2026-12-02', '2026-11-25');
