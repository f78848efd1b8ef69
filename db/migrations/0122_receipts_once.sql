-- What is entered by hand of a transfer has a name too: sent again after a lost answer, it counts once.
-- older shops: unique index transfer_receipts_request_key: they write no key, and rows without one are not in it
alter table transfer_receipts add column request_key text;
create unique index transfer_receipts_request_key on transfer_receipts (attempt_id, request_key) where request_key is not null;
