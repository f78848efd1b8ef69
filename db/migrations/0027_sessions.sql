-- When the access token that came with this refresh token was first used: since then its answer has surely arrived.
alter table refresh_tokens add column heard_at timestamptz;
-- When the token was first sent a second time.
alter table refresh_tokens add column repeated_at timestamptz;

-- A link mailed because somebody registered an address again that was never verified: with 'verify-again' she knew the
-- account's password, with 'claim-account' she did not.
alter table user_tokens drop constraint user_tokens_purpose_check;
alter table user_tokens add constraint user_tokens_purpose_check
  check (purpose in ('verify-email', 'verify-again', 'claim-account', 'reset-password', 'change-email'));
