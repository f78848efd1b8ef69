-- When the money was last asked for, and what the provider's books showed of it: a refund whose end is unclear is asked
-- for again only when those books prove to be newer than the request.
alter table refunds add column sent_at timestamptz;
alter table refunds add column shown_kurus integer;
-- News is counted by the payment that it is about.
create index payment_webhooks_conversation_index on payment_webhooks (conversation_id);
