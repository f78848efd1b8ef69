-- Tries to log in to one account since its owner last managed to; kept for addresses without an account as well.
create table login_attempts (
  -- SHA-256 of the account's e-mail address and of where the try came from, so that no list of addresses lies here.
  key text not null,
  count integer not null,
  -- Before this moment no other try is looked at.
  wait_until timestamptz not null,
  constraint login_attempts_key_pk primary key (key)
);
create index login_attempts_wait_until_index on login_attempts (wait_until);
create index rate_limits_window_start_index on rate_limits (window_start);
