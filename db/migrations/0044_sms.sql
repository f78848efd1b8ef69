-- The outbox of SMS: the text is forgotten once it is sent, or too late to be.
create table sms (
  id uuid not null,
  kind text not null,
  to_phone text not null,
  text text not null,
  until timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  job_id text,
  sent_at timestamptz,
  created_at timestamptz not null,
  constraint sms_id_pk primary key (id)
);
create index sms_until_index on sms (until);
alter table door_codes add column sent_by text not null default 'EMAIL'
  constraint door_codes_sent_by_check check (sent_by in ('EMAIL', 'SMS'));
