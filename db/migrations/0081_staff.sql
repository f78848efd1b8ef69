-- Roles of the staff (shop/accounts/staff). A ready-made one has a word by which the program knows its name and its rights, so that an
-- update of the shop brings it what is new; the others are the owner's own.
create table staff_roles (
  id uuid constraint staff_roles_id_pk primary key,
  ready text constraint staff_roles_ready_key unique,
  name text not null default '',
  rights text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint staff_roles_name_check check ((ready is null) = (name <> ''))
);
create unique index staff_roles_name_key on staff_roles (tr_fold(name)) where ready is null;

insert into staff_roles (id, ready, created_at, updated_at) values
  ('00000000-0000-7000-8000-0000000000a1', 'manager', now(), now()),
  ('00000000-0000-7000-8000-0000000000a2', 'warehouse', now(), now()),
  ('00000000-0000-7000-8000-0000000000a3', 'products', now(), now()),
  ('00000000-0000-7000-8000-0000000000a4', 'service', now(), now()),
  ('00000000-0000-7000-8000-0000000000a5', 'accounting', now(), now());

-- Whoever was an admin could do everything.
alter table users add column staff_role_id uuid constraint users_staff_role_id_fk references staff_roles (id);
update users set staff_role_id = '00000000-0000-7000-8000-0000000000a1' where role = 'ADMIN';
alter table users add constraint users_staff_role_check check ((role = 'ADMIN') = (staff_role_id is not null));
create index users_staff_role_id_index on users (staff_role_id) where staff_role_id is not null;

-- Who was asked to join. The row goes once she has, or the invitation is withdrawn; the link in the mail is known by its hash alone.
create table staff_invitations (
  id uuid constraint staff_invitations_id_pk primary key,
  email text not null constraint staff_invitations_email_key unique,
  first_name text not null,
  last_name text not null,
  role_id uuid not null constraint staff_invitations_role_id_fk references staff_roles (id),
  token_hash text not null constraint staff_invitations_token_hash_key unique,
  invited_by uuid constraint staff_invitations_invited_by_fk references users (id) on delete set null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index staff_invitations_role_id_index on staff_invitations (role_id);
create index staff_invitations_invited_by_index on staff_invitations (invited_by);
