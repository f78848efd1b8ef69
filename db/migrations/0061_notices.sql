-- What staff is told of (shop/notices): by push to a device, by mail. Who has no row here is told nothing.
create table notice_choices (
  user_id uuid constraint notice_choices_user_id_pk primary key
    constraint notice_choices_user_id_fk references users (id),
  -- By kind: {"order": {"push": true, "mail": false, "since": "2026-11-24T09:00:00.000Z"}}; what happened before `since` is not told.
  kinds jsonb not null,
  -- A mail each morning.
  summary boolean not null default false,
  -- Hours of Istanbul between which nothing is sent; what happens then comes afterwards.
  quiet_from smallint,
  quiet_to smallint,
  updated_at timestamptz not null,
  constraint notice_choices_quiet_check check (
    (quiet_from is null) = (quiet_to is null) and quiet_from between 0 and 23 and quiet_to between 0 and 23
  )
);

-- A browser that takes push messages (W3C Push API): where, and the keys that they are encrypted with.
create table push_subscriptions (
  id uuid constraint push_subscriptions_id_pk primary key,
  user_id uuid not null constraint push_subscriptions_user_id_fk references users (id),
  endpoint text not null constraint push_subscriptions_endpoint_key unique,
  p256dh text not null,
  auth text not null,
  -- 'Chrome, Android'
  device text not null,
  created_at timestamptz not null
);
create index push_subscriptions_user_idx on push_subscriptions (user_id);

-- What happened, once: the key names it, such as 'order:…'.
create table notices (
  key text constraint notices_key_pk primary key,
  kind text not null,
  title text not null,
  body text not null,
  url text not null,
  happened_at timestamptz not null,
  created_at timestamptz not null
);
create index notices_created_idx on notices (created_at);

create table notice_deliveries (
  id uuid constraint notice_deliveries_id_pk primary key,
  notice_key text not null constraint notice_deliveries_notice_key_fk references notices (key) on delete cascade,
  user_id uuid not null constraint notice_deliveries_user_id_fk references users (id),
  channel text not null constraint notice_deliveries_channel_check check (channel in ('push', 'mail')),
  due_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  -- Not sent: for a day nothing took it, or no device was left.
  given_up_at timestamptz,
  constraint notice_deliveries_once_key unique (notice_key, user_id, channel)
);
create index notice_deliveries_due_idx on notice_deliveries (due_at) where sent_at is null and given_up_at is null;
create index notice_deliveries_user_idx on notice_deliveries (user_id);

-- Both are asked by time now.
create index returns_created_idx on returns (created_at);
create index payment_attempts_held_idx on payment_attempts (updated_at) where status = 'PENDING' and held_reason is not null;
