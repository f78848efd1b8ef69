-- A refund that waits for another one: what older pieces paid of an order goes back once the order's own money went, and not at all
-- where the bank refuses that.
alter table refunds add column after_refund_id uuid references refunds (id);
create index refunds_after_refund_id_index on refunds (after_refund_id) where after_refund_id is not null;
