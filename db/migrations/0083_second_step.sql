-- Two-step login (shop/accounts/second-step). An account has a second step since its first way was switched on.
alter table users add column second_step_since timestamptz;
-- When its owner proved herself in this session: by anything, and by her second step.
alter table sessions add column confirmed_at timestamptz;
alter table sessions add column proven_at timestamptz;

-- The secret that an app makes codes from (RFC 6238), encrypted under a key that is not in the database.
create table totp_keys (
  user_id uuid constraint totp_keys_pk primary key
    constraint totp_keys_user_id_fk references users (id) on delete cascade,
  sealed_secret text not null,
  -- Null until its first code came: then it asks nobody for anything.
  on_since timestamptz,
  -- The newest half minute whose code was used; no code of it, or of one before, is good again.
  last_step integer not null default 0,
  created_at timestamptz not null
);

create table recovery_codes (
  user_id uuid not null constraint recovery_codes_user_id_fk references users (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  created_at timestamptz not null,
  constraint recovery_codes_pk primary key (user_id, code_hash)
);

create table passkeys (
  id uuid constraint passkeys_pk primary key,
  user_id uuid not null constraint passkeys_user_id_fk references users (id) on delete cascade,
  credential_id text not null constraint passkeys_credential_id_unique unique,
  public_key text not null,
  -- How often its device has signed, where that counts; a number that does not grow is a copy's.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- Kept by its owner's Apple, Google or password manager account, so that it is not lost with a device.
  synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user_id_index on passkeys (user_id);

-- What waits for a code or a passkey: a login whose password was right, a login by passkey, a passkey to be added, a confirmation.
create table second_step_challenges (
  token_hash text constraint second_step_challenges_pk primary key,
  purpose text not null constraint second_step_challenges_purpose_check
    check (purpose in ('login', 'passkey-login', 'passkey-new', 'confirm')),
  user_id uuid constraint second_step_challenges_user_id_fk references users (id) on delete cascade,
  session_id uuid constraint second_step_challenges_session_id_fk references sessions (id) on delete cascade,
  -- Of the browser that began it.
  browser_hash text not null,
  -- What a passkey has to sign.
  signing text not null,
  wrong_tries integer not null default 0,
  expires_at timestamptz not null,
  constraint second_step_challenges_whose_check check (
    (user_id is null) = (purpose = 'passkey-login') and (session_id is null) = (purpose in ('login', 'passkey-login')))
);
create index second_step_challenges_user_id_index on second_step_challenges (user_id) where user_id is not null;
create index second_step_challenges_session_id_index on second_step_challenges (session_id) where session_id is not null;
create index second_step_challenges_expires_at_index on second_step_challenges (expires_at);
