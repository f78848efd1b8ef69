-- A mail of a shop without a mail server is written to a folder, and reaches nobody: the panel says so.
alter table mails add column to_folder boolean not null default false;
