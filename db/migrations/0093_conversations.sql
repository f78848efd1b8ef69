-- Conversations: what the shop writes first, and texts that are ready to be sent.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check
  check (kind in ('problem-report', 'stock-notice', 'application', 'letter'));
-- Whose address it is.
create index customers_email_index on customers (email);

create table message_templates (
  id uuid not null,
  name text not null,
  subject text not null default '',
  text text not null,
  updated_at timestamptz not null,
  constraint message_templates_id_pk primary key (id),
  constraint message_templates_name_key unique (name)
);
