-- Buying without an account. A guest is a row of users that no login finds: its address bears a prefix that no address has.
alter table users add column guest boolean not null default false;
alter table users add constraint users_guest_check check (guest or not starts_with(email, 'guest:'));
create index users_guest_index on users (updated_at) where guest and deleted_at is null;

-- Of a guest; no longer once it has joined an account.
alter table orders add column guest boolean not null default false;
create index orders_guest_index on orders (created_at) where guest;

-- The code that proves an address, hashed, until it is used. The address itself is hashed too.
create table email_codes (
  email_hash text constraint email_codes_pk primary key,
  code_hash text not null,
  wrong_tries integer not null default 0 constraint email_codes_wrong_tries_check check (wrong_tries between 0 and 5),
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_codes_expires_at_index on email_codes (expires_at);

-- What opens a purchase (no order) or one order, hashed.
create table guest_keys (
  token_hash text constraint guest_keys_pk primary key,
  user_id uuid not null constraint guest_keys_user_id_fk references users (id) on delete cascade,
  order_id uuid constraint guest_keys_order_id_fk references orders (id) on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index guest_keys_user_id_index on guest_keys (user_id);
create index guest_keys_order_id_index on guest_keys (order_id);
create index guest_keys_expires_at_index on guest_keys (expires_at);

-- Who asked for a new link to an order; the answer is the same for every address, a job looks whether it is right.
create table order_link_requests (
  id uuid constraint order_link_requests_pk primary key,
  email text not null,
  number text not null,
  created_at timestamptz not null
);

-- The order whose link is written into the mail when it is sent.
alter table mails add column order_link_of uuid;
