-- How many units of a line were paid back or are being paid back: the row itself keeps it within what was bought.
alter table order_items add column refunded_quantity integer not null default 0;
alter table order_items add constraint order_items_refunded_check check (refunded_quantity between 0 and quantity);

-- What a refund by item is about; the money is in refunds.
create table item_refunds (
  refund_id uuid not null,
  order_id uuid not null,
  restock boolean not null,
  note text not null,
  -- The caller's Idempotency-Key.
  request_key text,
  constraint item_refunds_refund_id_pk primary key (refund_id),
  constraint item_refunds_refund_id_fk foreign key (refund_id) references refunds (id),
  constraint item_refunds_order_id_fk foreign key (order_id) references orders (id)
);
create unique index item_refunds_request_key on item_refunds (order_id, request_key) where request_key is not null;

create table refund_items (
  refund_id uuid not null,
  order_item_id uuid not null,
  quantity integer not null,
  constraint refund_items_pk primary key (refund_id, order_item_id),
  constraint refund_items_refund_id_fk foreign key (refund_id) references item_refunds (refund_id),
  constraint refund_items_order_item_id_fk foreign key (order_item_id) references order_items (id),
  constraint refund_items_quantity_check check (quantity > 0)
);
