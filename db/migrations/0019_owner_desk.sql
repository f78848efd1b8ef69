-- Counts the changes of a setting, so that of two who edit it at once the second is told.
alter table settings add column version integer not null default 1;

-- What the owner answered to a message; the mail itself is forgotten before the answer is.
create table message_answers (
  id uuid not null,
  message_id uuid not null,
  actor_id uuid,
  subject text not null,
  text text not null,
  mail_id uuid,
  created_at timestamptz not null,
  constraint message_answers_id_pk primary key (id),
  constraint message_answers_message_id_fk foreign key (message_id) references messages (id) on delete cascade,
  constraint message_answers_actor_id_fk foreign key (actor_id) references users (id) on delete set null,
  constraint message_answers_mail_id_fk foreign key (mail_id) references mails (id) on delete set null
);
create index message_answers_message_index on message_answers (message_id, created_at);

create index messages_unread_index on messages (created_at) where read_at is null and archived_at is null;
create index mails_newest_index on mails (created_at desc, id desc);
