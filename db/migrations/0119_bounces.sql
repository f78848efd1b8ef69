-- Mails that came back: the last one of an address, and of each mail the words of the server that returned it.
create table bounces (
  email text primary key,
  -- The address does not work: newsletters and notices are no longer sent there.
  hard boolean not null,
  -- RFC 3463, such as 5.1.1.
  status text not null,
  reason text not null,
  bounced_at timestamptz not null
);
alter table mails add column returned text;
