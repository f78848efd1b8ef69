-- Who is answered when the shop's owner replies to a mail about a message.
alter table mails add column reply_to text;

-- When the form-to-mail service took a message; it is not sent there twice.
alter table messages add column forwarded_at timestamptz;

-- A size is waited for in one colour, or (null) in whichever comes back.
alter table stock_requests add column color text;
-- The return of stock that a shopper was told of: telling it again tells nobody else.
alter table stock_requests add column restock_id uuid;
drop index stock_requests_waiting_key;
create unique index stock_requests_waiting_key on stock_requests (product_id, email, size, coalesce(color, '')) where notified_at is null;
create index stock_requests_restock_index on stock_requests (restock_id) where restock_id is not null;
