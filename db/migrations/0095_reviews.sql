-- What shoppers say of pieces that they bought (shop/reviews, docs/reviews.md). Of an order and a product there is one; whose it is says
-- the order. `author` is all of a name that pages show. A demo's examples belong to no order, and are shown in a demo alone.
create table reviews (
  id uuid constraint reviews_id_pk primary key,
  order_id uuid constraint reviews_order_id_fk references orders (id) on delete cascade,
  product_id uuid not null constraint reviews_product_id_fk references products (id) on delete cascade,
  -- 'Ayşe Y.'; empty once its author is forgotten.
  author text not null,
  stars smallint not null constraint reviews_stars_check check (stars between 1 and 5),
  fit text constraint reviews_fit_check check (fit in ('SMALL', 'TRUE', 'LARGE')),
  text text not null default '',
  -- Centimeters.
  height smallint,
  size_worn text,
  status text not null constraint reviews_status_check check (status in ('WAITING', 'PUBLISHED', 'REFUSED')),
  -- Why it is not published; she reads it.
  refusal text not null default '',
  -- The shop's, under it.
  answer text not null default '',
  answered_at timestamptz,
  published_at timestamptz,
  -- Counts her changes: staff publishes what it has read.
  version integer not null default 1,
  demo boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint reviews_bought_check check (demo or order_id is not null)
);
create unique index reviews_order_product_key on reviews (order_id, product_id);
create index reviews_product_index on reviews (product_id, status, created_at desc, id desc);
create index reviews_status_index on reviews (status, created_at desc, id desc);

-- Its pictures; without a review they were uploaded and not sent yet.
create table review_images (
  id uuid constraint review_images_id_pk primary key,
  review_id uuid constraint review_images_review_id_fk references reviews (id) on delete cascade,
  user_id uuid not null constraint review_images_user_id_fk references users (id) on delete cascade,
  file_key text not null constraint review_images_file_key_key unique,
  file_type text not null,
  -- A small copy for lists.
  small_key text not null constraint review_images_small_key_key unique,
  position integer not null default 0,
  created_at timestamptz not null
);
create index review_images_review_index on review_images (review_id, position);
create index review_images_user_index on review_images (user_id);

-- What readers find wrong with one; nothing of who says so.
create table review_reports (
  id uuid constraint review_reports_id_pk primary key,
  review_id uuid not null constraint review_reports_review_id_fk references reviews (id) on delete cascade,
  reason text not null constraint review_reports_reason_check
    check (reason in ('OFFENSIVE', 'PERSONAL', 'ADVERTISING', 'UNRELATED', 'OTHER')),
  note text not null default '',
  created_at timestamptz not null,
  -- When staff has looked at it.
  settled_at timestamptz
);
create index review_reports_review_index on review_reports (review_id);
create index review_reports_open_index on review_reports (created_at) where settled_at is null;

-- Orders whose buyer was asked for reviews: one mail each, ever.
create table review_requests (
  order_id uuid constraint review_requests_order_id_pk primary key
    constraint review_requests_order_id_fk references orders (id) on delete cascade,
  asked_at timestamptz not null
);
create index orders_delivered_index on orders (delivered_at) where status = 'DELIVERED';
