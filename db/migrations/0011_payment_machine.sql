-- PENDING: the provider knows the payment but has not decided (a review), or what it says does not fit our books.
alter table payment_attempts drop constraint payment_attempts_status_check;
alter table payment_attempts add constraint payment_attempts_status_check
  check (status in ('STARTED', 'AWAITING_3DS', 'PENDING', 'UNKNOWN', 'SUCCEEDED', 'DECLINED', 'EXPIRED', 'REFUNDED'));
alter table payment_attempts
  -- Why a human should look: the provider's amount, currency or order is not ours.
  add column held_reason text,
  -- Where the shopper's bank waits for her, and what it sent back with her.
  add column three_ds_url text,
  add column three_ds_data text,
  -- When a payment that was given up is asked for once more: money may come late.
  add column recheck_at timestamptz,
  -- What paying in instalments adds to the price of the goods; part of amount_kurus.
  add column fee_kurus integer not null default 0,
  -- What was asked back or went back; a refund takes its share here first, so that the sum never exceeds the payment.
  add column refund_kurus integer not null default 0;
update payment_attempts a set refund_kurus = r.total
  from (select attempt_id, sum(amount_kurus)::int as total from refunds where status <> 'FAILED' group by attempt_id) r
  where r.attempt_id = a.id;
alter table payment_attempts add constraint payment_attempts_refund_check check (refund_kurus between 0 and amount_kurus);
alter table payment_attempts add constraint payment_attempts_fee_check check (fee_kurus >= 0 and fee_kurus < amount_kurus);
drop index payment_attempts_open_index;
create index payment_attempts_open_index on payment_attempts (lease_until)
  where status in ('STARTED', 'AWAITING_3DS', 'PENDING', 'UNKNOWN');
create index payment_attempts_recheck_index on payment_attempts (recheck_at) where recheck_at is not null;
create index payment_attempts_provider_payment_index on payment_attempts (provider_payment_id) where provider_payment_id is not null;
create index payment_attempts_created_index on payment_attempts (created_at);

-- How often the provider was asked for a refund: from the second time on it is asked first what it already did.
alter table refunds add column asked_times integer not null default 0;

-- The page of a shopper's bank, for the minutes until her browser fetches it, once. Encrypted; the token is only hashed.
create table bank_pages (
  token_hash text not null,
  content bytea not null,
  expires_at timestamptz not null,
  constraint bank_pages_token_hash_pk primary key (token_hash)
);

-- News that a provider sent; the reference makes a second copy harmless.
create table payment_webhooks (
  provider text not null,
  reference text not null,
  signed boolean not null,
  event_type text not null,
  status text not null,
  conversation_id text not null,
  received_at timestamptz not null,
  constraint payment_webhooks_pk primary key (provider, reference, signed)
);

-- Where the provider's list and ours disagree. Rows are never deleted; a settled one says how.
create table payment_findings (
  id uuid not null,
  kind text not null,
  day date not null,
  attempt_id uuid,
  order_id uuid,
  provider_payment_id text,
  ours_kurus integer not null,
  theirs_kurus integer not null,
  found_at timestamptz not null,
  resolved_at timestamptz,
  resolution text,
  resolved_by uuid,
  constraint payment_findings_id_pk primary key (id),
  constraint payment_findings_attempt_id_fk foreign key (attempt_id) references payment_attempts (id),
  constraint payment_findings_order_id_fk foreign key (order_id) references orders (id),
  constraint payment_findings_kind_check check (kind in ('charged-without-order', 'order-without-charge', 'amount-differs'))
);
create unique index payment_findings_open_key
  on payment_findings (kind, coalesce(attempt_id::text, ''), coalesce(provider_payment_id, '')) where resolved_at is null;
