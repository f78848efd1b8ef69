-- An account that was deleted keeps its row for the orders that point to it, and nothing of the person.
alter table users add column deleted_at timestamptz;

-- Where a shopper has parcels sent; one of hers at most is the one that is filled in by itself.
create table user_addresses (
  id uuid not null,
  user_id uuid not null,
  title text not null,
  first_name text not null,
  last_name text not null,
  phone text not null,
  address text not null,
  city text not null,
  postal_code text,
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint user_addresses_id_pk primary key (id),
  constraint user_addresses_user_id_fk foreign key (user_id) references users (id) on delete cascade
);
create index user_addresses_user_id_index on user_addresses (user_id);
create unique index user_addresses_default_key on user_addresses (user_id) where is_default;

-- What somebody agreed to: the very words, when and from where, and when it was taken back. Rows are only added and closed.
create table consents (
  id uuid not null,
  user_id uuid not null,
  purpose text not null,
  text_version text not null,
  text text not null,
  granted_at timestamptz not null,
  granted_from text not null,
  granted_address text not null,
  withdrawn_at timestamptz,
  withdrawn_from text,
  withdrawn_address text,
  constraint consents_id_pk primary key (id),
  constraint consents_user_id_fk foreign key (user_id) references users (id) on delete cascade,
  constraint consents_purpose_check check (purpose in ('marketing-email'))
);
create index consents_user_id_index on consents (user_id, granted_at);
create unique index consents_standing_key on consents (user_id, purpose) where withdrawn_at is null;

-- What happened to accounts; rows are only added. No password, token or address of somebody without an account is here.
create table security_events (
  id uuid not null,
  kind text not null,
  user_id uuid,
  actor_id uuid,
  -- For a sign-in to an address without an account: its first letter and its domain.
  masked_email text,
  address text not null,
  device text not null default '',
  detail text not null default '',
  request_id text not null,
  created_at timestamptz not null,
  constraint security_events_id_pk primary key (id)
);
create index security_events_newest_index on security_events (created_at desc, id desc);
create index security_events_user_id_index on security_events (user_id, created_at desc) where user_id is not null;

-- Kinds of devices on which somebody has signed in before; a new one is told her by mail.
create table known_devices (
  user_id uuid not null,
  device text not null,
  first_used_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint known_devices_pk primary key (user_id, device),
  constraint known_devices_user_id_fk foreign key (user_id) references users (id) on delete cascade
);

-- Somebody asked for a link by mail. Whether the address has an account is looked up later, by a job: the answer takes
-- equally long for all.
create table link_requests (
  id uuid not null,
  purpose text not null,
  email text not null,
  created_at timestamptz not null,
  constraint link_requests_id_pk primary key (id),
  constraint link_requests_purpose_check check (purpose in ('verify-email', 'reset-password'))
);

-- What the product cost when it was taken among the favourites.
alter table favorites add column price_kurus integer;

-- For mails that need consent: where one click takes it back.
alter table mails add column unsubscribe_url text;
