create table users (
  id uuid not null,
  -- Lower-cased without a locale; what the shopper wrote otherwise.
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null default 'USER',
  password_hash text not null,
  email_verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_id_pk primary key (id),
  constraint users_email_key unique (email),
  constraint users_role_check check (role in ('USER', 'ADMIN'))
);

-- One-time links in mails; only the hash of the token is kept.
create table user_tokens (
  id uuid not null,
  user_id uuid not null,
  purpose text not null,
  token_hash text not null,
  -- For a change of address: the address to confirm.
  email text,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  constraint user_tokens_id_pk primary key (id),
  constraint user_tokens_hash_key unique (token_hash),
  constraint user_tokens_user_id_fk foreign key (user_id) references users (id) on delete cascade,
  constraint user_tokens_purpose_check check (purpose in ('verify-email', 'reset-password', 'change-email'))
);
create index user_tokens_user_id_index on user_tokens (user_id, purpose);

-- A session is one login on one device: the family of its refresh tokens.
create table sessions (
  id uuid not null,
  user_id uuid not null,
  user_agent text not null,
  address text not null,
  revoked_at timestamptz,
  last_used_at timestamptz not null,
  created_at timestamptz not null,
  constraint sessions_id_pk primary key (id),
  constraint sessions_user_id_fk foreign key (user_id) references users (id) on delete cascade
);
create index sessions_user_id_index on sessions (user_id);

create table refresh_tokens (
  token_hash text not null,
  session_id uuid not null,
  parent_hash text,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint refresh_tokens_hash_pk primary key (token_hash),
  constraint refresh_tokens_session_id_fk foreign key (session_id) references sessions (id) on delete cascade,
  constraint refresh_tokens_parent_hash_key unique (parent_hash)
);
create index refresh_tokens_session_id_index on refresh_tokens (session_id);

create table favorites (
  id uuid not null,
  user_id uuid not null,
  product_id uuid not null,
  created_at timestamptz not null,
  constraint favorites_id_pk primary key (id),
  constraint favorites_user_product_key unique (user_id, product_id),
  constraint favorites_user_id_fk foreign key (user_id) references users (id) on delete cascade,
  constraint favorites_product_id_fk foreign key (product_id) references products (id) on delete cascade
);
create index favorites_product_id_index on favorites (product_id);
