-- Pieces that come back (shop/returns). Units in an open return are neither refunded nor asked for twice: the row itself
-- keeps both within what was bought.
alter table order_items add column returning_quantity integer not null default 0;
alter table order_items add constraint order_items_returning_check
  check (returning_quantity >= 0 and refunded_quantity + returning_quantity <= quantity);
-- What the contract said of the right of withdrawal; null: she has it. Orders so far take it from their product.
alter table order_items add column withdrawal_exemption text;
update order_items i set withdrawal_exemption = p.withdrawal_exemption
  from products p where p.id = i.product_id and p.withdrawal_exemption is not null;

create table returns (
  id uuid constraint returns_id_pk primary key,
  -- What she writes on the parcel, and what the shop scans.
  code text not null constraint returns_code_key unique,
  order_id uuid not null constraint returns_order_id_fk references orders (id),
  kind text not null constraint returns_kind_check check (kind in ('RETURN', 'EXCHANGE')),
  status text not null constraint returns_status_check
    check (status in ('REQUESTED', 'APPROVED', 'REFUSED', 'ON_ITS_WAY', 'RECEIVED', 'COMPLETED', 'CANCELLED')),
  note text not null default '',
  -- Why the shop refused it.
  refusal text not null default '',
  tracking_number text,
  -- Who of the shop wrote it down, for a withdrawal that came as a message.
  entered_by uuid constraint returns_entered_by_fk references users (id),
  -- When she told the shop: the days are counted to and from here.
  noticed_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  approved_at timestamptz,
  reminded_at timestamptz,
  received_at timestamptz,
  -- When its units went back to the shelf or to the faulty ones.
  shelved_at timestamptz,
  completed_at timestamptz,
  -- The refund that pays it back; none while none is asked for, or when nothing was left to pay.
  refund_id uuid constraint returns_refund_id_fk references refunds (id)
);
create index returns_order_idx on returns (order_id, created_at);
create index returns_status_idx on returns (status, created_at);
create index returns_entered_by_idx on returns (entered_by);
create unique index returns_refund_key on returns (refund_id) where refund_id is not null;

create table return_items (
  return_id uuid not null constraint return_items_return_id_fk references returns (id),
  order_item_id uuid not null constraint return_items_order_item_id_fk references order_items (id),
  quantity integer not null constraint return_items_quantity_check check (quantity > 0),
  reason text not null constraint return_items_reason_check
    check (reason in ('TOO_SMALL', 'TOO_BIG', 'NOT_AS_PICTURED', 'FAULTY', 'OTHER')),
  condition text constraint return_items_condition_check check (condition in ('AS_NEW', 'WORN', 'FAULTY')),
  -- For an exchange: what she wants instead.
  new_variant_id uuid constraint return_items_new_variant_id_fk references variants (id),
  constraint return_items_pk primary key (return_id, order_item_id)
);
create index return_items_order_item_idx on return_items (order_item_id);
create index return_items_new_variant_idx on return_items (new_variant_id);

-- Pictures of what is wrong; without a return they were uploaded and not sent yet.
create table return_images (
  id uuid constraint return_images_id_pk primary key,
  return_id uuid constraint return_images_return_id_fk references returns (id),
  user_id uuid not null constraint return_images_user_id_fk references users (id),
  file_key text not null constraint return_images_file_key_key unique,
  file_type text not null,
  position integer not null default 0,
  created_at timestamptz not null
);
create index return_images_return_idx on return_images (return_id, position);
create index return_images_user_idx on return_images (user_id);

-- Units that came back and are not for sale.
create table faulty_stock (
  variant_id uuid constraint faulty_stock_variant_id_pk primary key
    constraint faulty_stock_variant_id_fk references variants (id) on delete cascade,
  units integer not null constraint faulty_stock_units_check check (units >= 0)
);
