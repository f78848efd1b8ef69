-- Search and sort in Turkish, the same on every database.
create extension if not exists pg_trgm;

-- Turkish letters folded to ASCII and lower-cased, so that 'IŞIK', 'ışık' and 'isik' meet.
create function tr_fold(value text) returns text
  language sql immutable parallel safe strict
  return lower(translate(value, 'İIıŞşĞğÇçÖöÜüÂâÎîÛû', 'iiissggccoouuaaiiuu'));

-- Turkish alphabetical order. Rules need PostgreSQL 16; before that the server's own ICU data must know Turkish.
do $$
begin
  if current_setting('server_version_num')::int >= 160000 then
    create collation tr_tr (provider = icu, locale = 'und',
      rules = '&C<ç<<<Ç&G<ğ<<<Ğ&[before 1]i<ı<<<I&i<<<İ&O<ö<<<Ö&S<ş<<<Ş&U<ü<<<Ü');
  else
    create collation tr_tr (provider = icu, locale = 'tr-TR');
  end if;
end $$;

-- Requests counted per key and window; shared by all processes.
create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  constraint rate_limits_key_pk primary key (key, window_start)
);

-- Mails are written here by the transaction that causes them, and sent by a job.
create table mails (
  id uuid not null,
  kind text not null,
  to_email text not null,
  subject text not null,
  html text not null,
  text text not null,
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null,
  constraint mails_id_pk primary key (id)
);
create index mails_unsent_index on mails (created_at) where sent_at is null;
