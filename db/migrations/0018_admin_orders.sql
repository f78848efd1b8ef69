-- One folded line per order to look in, so that one index answers for name, e-mail, phone, number and tracking number.
alter table orders add column search_line text generated always as (
  tr_fold(first_name || ' ' || last_name || ' ' || email || ' ' || phone || ' ' || id::text || ' ' || coalesce(tracking_number, ''))
) stored;
create index orders_search_line_index on orders using gin (search_line gin_trgm_ops);

-- Orders of which something went back, for the filter by payment.
create index payment_attempts_refunded_index on payment_attempts (order_id) where refund_kurus > 0;

-- What admins tell each other about an order. Rows are only added; no customer ever reads them.
create table order_notes (
  id uuid not null,
  order_id uuid not null,
  text text not null,
  -- Null: the shop itself.
  author_id uuid,
  author_name text not null,
  created_at timestamptz not null,
  constraint order_notes_id_pk primary key (id),
  constraint order_notes_order_id_fk foreign key (order_id) references orders (id),
  constraint order_notes_author_id_fk foreign key (author_id) references users (id) on delete set null,
  constraint order_notes_text_check check (text <> '')
);
create index order_notes_order_id_index on order_notes (order_id, created_at);
