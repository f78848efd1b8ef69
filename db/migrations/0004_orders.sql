-- An order exists from the moment its stock is held; a shopper or admin sees it once paid_at is set.
create table orders (
  id uuid not null,
  user_id uuid not null,
  status text not null default 'PENDING',
  payment_status text not null default 'PENDING',
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  address text not null,
  city text not null,
  postal_code text,
  total_kurus integer not null,
  accepted_contracts jsonb,
  admin_notes text not null default '',
  paid_at timestamptz,
  -- Set once, by whoever gives the held units back: no unit is returned twice.
  stock_returned_at timestamptz,
  cancelled_at timestamptz,
  shipped_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint orders_id_pk primary key (id),
  constraint orders_user_id_fk foreign key (user_id) references users (id),
  constraint orders_status_check check (status in ('PENDING', 'CONFIRMED', 'PREPARED', 'SHIPPED', 'DELIVERED', 'CANCELLED')),
  constraint orders_payment_status_check check (payment_status in ('PENDING', 'SUCCESS', 'FAILED', 'REFUNDED')),
  constraint orders_total_check check (total_kurus > 0)
);
create index orders_user_index on orders (user_id, created_at desc) where paid_at is not null;
create index orders_newest_index on orders (created_at desc, id desc) where paid_at is not null;
create index orders_status_index on orders (status, created_at desc) where paid_at is not null;

-- What was bought, as it was when bought.
create table order_items (
  id uuid not null,
  order_id uuid not null,
  position integer not null,
  product_id uuid,
  variant_id uuid,
  quantity integer not null,
  unit_price_kurus integer not null,
  product_name text not null,
  product_slug text not null,
  color text not null,
  size text not null,
  sku text not null,
  image_id text,
  constraint order_items_id_pk primary key (id),
  constraint order_items_order_id_fk foreign key (order_id) references orders (id),
  constraint order_items_product_id_fk foreign key (product_id) references products (id) on delete set null,
  constraint order_items_variant_id_fk foreign key (variant_id) references variants (id),
  constraint order_items_quantity_check check (quantity > 0),
  constraint order_items_unit_price_check check (unit_price_kurus > 0)
);
create index order_items_order_id_index on order_items (order_id);
create index order_items_variant_id_index on order_items (variant_id);
create index order_items_product_id_index on order_items (product_id);

-- What happened to an order; rows are only added.
create table order_events (
  id uuid not null,
  order_id uuid not null,
  type text not null,
  status text,
  note text not null default '',
  actor_id uuid,
  created_at timestamptz not null,
  constraint order_events_id_pk primary key (id),
  constraint order_events_order_id_fk foreign key (order_id) references orders (id)
);
create index order_events_order_id_index on order_events (order_id, created_at);

-- One try to take the money of an order. conversation_id is ours and known to the provider.
create table payment_attempts (
  id uuid not null,
  order_id uuid not null,
  provider text not null,
  conversation_id text not null,
  status text not null,
  amount_kurus integer not null,
  installments integer not null default 1,
  card_bin text not null,
  card_last4 text not null,
  provider_payment_id text,
  decline_code text,
  decline_message text,
  -- Until then the process that started the attempt may still be talking to the provider.
  lease_until timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payment_attempts_id_pk primary key (id),
  constraint payment_attempts_order_id_fk foreign key (order_id) references orders (id),
  constraint payment_attempts_conversation_id_key unique (conversation_id),
  constraint payment_attempts_status_check check (status in ('STARTED', 'AWAITING_3DS', 'UNKNOWN', 'SUCCEEDED', 'DECLINED', 'EXPIRED', 'REFUNDED')),
  constraint payment_attempts_amount_check check (amount_kurus > 0)
);
create index payment_attempts_order_id_index on payment_attempts (order_id);
create index payment_attempts_open_index on payment_attempts (lease_until) where status in ('STARTED', 'AWAITING_3DS', 'UNKNOWN');

-- Every change of an attempt and what caused it; rows are only added.
create table payment_events (
  id uuid not null,
  attempt_id uuid not null,
  from_status text,
  to_status text not null,
  cause text not null,
  created_at timestamptz not null,
  constraint payment_events_id_pk primary key (id),
  constraint payment_events_attempt_id_fk foreign key (attempt_id) references payment_attempts (id)
);
create index payment_events_attempt_id_index on payment_events (attempt_id, created_at);

-- Money going back. The id is what the provider sees, so that asking twice pays once.
create table refunds (
  id uuid not null,
  order_id uuid not null,
  attempt_id uuid not null,
  amount_kurus integer not null,
  status text not null,
  reason text not null,
  actor_id uuid,
  lease_until timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint refunds_id_pk primary key (id),
  constraint refunds_order_id_fk foreign key (order_id) references orders (id),
  constraint refunds_attempt_id_fk foreign key (attempt_id) references payment_attempts (id),
  constraint refunds_status_check check (status in ('REQUESTED', 'SUCCEEDED', 'FAILED')),
  constraint refunds_amount_check check (amount_kurus > 0)
);
create index refunds_order_id_index on refunds (order_id);
create index refunds_open_index on refunds (lease_until) where status = 'REQUESTED';
-- An order is cancelled at most once: one cancellation refund under way or done.
create unique index refunds_cancellation_key on refunds (order_id) where reason = 'cancellation' and status <> 'FAILED';

-- A claimed Idempotency-Key. Written with the order, so a refused request claims nothing.
create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash text not null,
  attempt_id uuid not null,
  created_at timestamptz not null,
  constraint idempotency_keys_pk primary key (user_id, key),
  constraint idempotency_keys_attempt_id_fk foreign key (attempt_id) references payment_attempts (id)
);

-- The demo bank: not the shop's books. Written by the demo provider alone, in transactions of its own.
create schema demo_bank;
create table demo_bank.charges (
  payment_id uuid not null,
  conversation_id text not null,
  order_id uuid not null,
  amount_kurus integer not null,
  refunded_kurus integer not null default 0,
  status text not null,
  decline_code text,
  three_ds_ok boolean,
  callback_url text,
  created_at timestamptz not null,
  constraint charges_payment_id_pk primary key (payment_id),
  constraint charges_conversation_id_key unique (conversation_id),
  constraint charges_status_check check (status in ('CHARGED', 'DECLINED', 'AWAITING_3DS')),
  constraint charges_refunded_check check (refunded_kurus >= 0 and refunded_kurus <= amount_kurus)
);
create table demo_bank.refunds (
  refund_id uuid not null,
  payment_id uuid not null,
  amount_kurus integer not null,
  created_at timestamptz not null,
  constraint refunds_refund_id_pk primary key (refund_id),
  constraint refunds_payment_id_fk foreign key (payment_id) references demo_bank.charges (payment_id)
);
