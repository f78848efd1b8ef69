-- Consent to advertising (shop/accounts/consents): each yes and each no of an address is an event, which is only added; consent_states
-- keeps the last word, and is what decides between two at once.
create table consent_events (
  id uuid constraint consent_events_id_pk primary key,
  -- An e-mail address in lower case, or a phone number (E.164).
  recipient text not null,
  channel text not null constraint consent_events_channel_check check (channel in ('EMAIL', 'SMS')),
  status text not null constraint consent_events_status_check check (status in ('GIVEN', 'WITHDRAWN')),
  -- Whose account it was then. No key: the event outlives the account.
  user_id uuid,
  form text not null constraint consent_events_form_check check (form in (
    'settings', 'application', 'email-change', 'mail-link', 'account-deletion', 'merge', 'staff', 'iys')),
  -- The word of İYS for it, such as HS_WEB.
  source text not null,
  text_version text,
  text text,
  -- The network address that it came from.
  address text not null,
  actor_id uuid,
  actor_name text,
  note text not null default '',
  happened_at timestamptz not null,
  created_at timestamptz not null,
  constraint consent_events_recipient_check check ((channel = 'EMAIL') = (position('@' in recipient) > 0))
);
create index consent_events_recipient_index on consent_events (recipient, happened_at);
create index consent_events_user_id_index on consent_events (user_id, happened_at) where user_id is not null;

create table consent_states (
  recipient text not null,
  channel text not null,
  status text not null,
  since timestamptz not null,
  event_id uuid not null,
  user_id uuid,
  -- What İYS was told last, or told us.
  iys_status text constraint consent_states_iys_status_check check (iys_status in ('ONAY', 'RET')),
  constraint consent_states_pk primary key (recipient, channel)
);
create index consent_states_user_id_index on consent_states (user_id) where user_id is not null;
create index consent_states_untold_index on consent_states (since)
  where (status = 'GIVEN' and iys_status is distinct from 'ONAY') or (status = 'WITHDRAWN' and iys_status = 'ONAY');

-- Files for İYS, each with the events that it holds; they count as told once the owner says that she has uploaded the file.
create table iys_files (
  id uuid constraint iys_files_id_pk primary key,
  event_ids uuid[] not null,
  made_by text not null,
  made_at timestamptz not null,
  uploaded_at timestamptz
);

insert into consent_events
select c.id, u.email, 'EMAIL', 'GIVEN', c.user_id, 'settings', 'HS_WEB', c.text_version, c.text, c.granted_address, null, null, '',
  c.granted_at, c.granted_at
from consents c join users u on u.id = c.user_id;
insert into consent_events
select gen_random_uuid(), u.email, 'EMAIL', 'WITHDRAWN', c.user_id, coalesce(c.withdrawn_from, 'settings'), 'HS_WEB', c.text_version,
  c.text, coalesce(c.withdrawn_address, ''), null, null, '', c.withdrawn_at, c.withdrawn_at
from consents c join users u on u.id = c.user_id where c.withdrawn_at is not null;
insert into consent_states
select distinct on (recipient) recipient, channel, status, happened_at, id, user_id, null
from consent_events order by recipient, happened_at desc, status desc;
drop table consents;

create function consent_events_kept() returns trigger language plpgsql as $$
begin
  -- The last word goes first, three years after a no: then its history may.
  if tg_op = 'DELETE' and not exists (
    select 1 from consent_states s where s.recipient = old.recipient and s.channel = old.channel
  ) then
    return old;
  end if;
  raise exception 'events of consent are only added';
end $$;
create trigger consent_events_kept before update or delete on consent_events
  for each row execute function consent_events_kept();
