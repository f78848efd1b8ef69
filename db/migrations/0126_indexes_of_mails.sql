-- What was sent to an address is told to whoever proved it, and goes with her account.
create index mails_to_email_index on mails (to_email);
