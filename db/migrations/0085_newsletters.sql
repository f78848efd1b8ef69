-- Newsletters (shop/news): written by the owner, sent to who agreed to mails.
create table newsletters (
  id uuid constraint newsletters_id_pk primary key,
  subject text not null,
  preheader text not null,
  blocks jsonb not null,
  audience jsonb not null,
  state text not null default 'DRAFT' constraint newsletters_state_check
    check (state in ('DRAFT', 'SCHEDULED', 'SENDING', 'STOPPED', 'SENT')),
  -- When it may begin.
  send_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  -- Recipients in the order of their addresses: those up to this one have their row, and when all had.
  filled_to text not null default '',
  filled_at timestamptz,
  -- Until when the process that sends it holds it.
  lease_until timestamptz,
  -- Why nothing goes out: the mail server's own words.
  trouble text,
  -- Written at its end; while it is sent the rows say it.
  total integer not null default 0,
  sent integer not null default 0,
  failed integer not null default 0,
  skipped integer not null default 0,
  unsubscribed integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint newsletters_send_at_check check (state = 'DRAFT' or send_at is not null)
);
create index newsletters_newest_index on newsletters (created_at desc, id desc);
create index newsletters_due_index on newsletters (send_at) where state in ('SCHEDULED', 'SENDING');

-- One mail to one address. Claimed before it is handed to the mail server, and never twice after the server may have it: of a process
-- that dies in between nobody knows whether it arrived, so the row stays claimed.
create table newsletter_mails (
  id uuid constraint newsletter_mails_id_pk primary key,
  newsletter_id uuid not null constraint newsletter_mails_newsletter_id_fk references newsletters (id) on delete cascade,
  recipient text not null,
  state text not null default 'WAITING' constraint newsletter_mails_state_check
    check (state in ('WAITING', 'CLAIMED', 'SENT', 'FAILED', 'SKIPPED')),
  due_at timestamptz not null,
  attempts integer not null default 0,
  claimed_at timestamptz,
  sent_at timestamptz,
  error text,
  unsubscribed_at timestamptz,
  constraint newsletter_mails_once_key unique (newsletter_id, recipient)
);
create index newsletter_mails_waiting_index on newsletter_mails (newsletter_id, due_at) where state = 'WAITING';
create index newsletter_mails_claimed_index on newsletter_mails (claimed_at) where claimed_at is not null;
create index newsletter_mails_recipient_index on newsletter_mails (recipient);
