-- Of whose favorite a fall of the price was told, and at which price: once per product and fall (shop/news/falls).
create table price_falls_told (
  user_id uuid not null constraint price_falls_told_user_id_fk references users (id) on delete cascade,
  product_id uuid not null constraint price_falls_told_product_id_fk references products (id) on delete cascade,
  price_kurus integer not null,
  told_at timestamptz not null,
  constraint price_falls_told_pk primary key (user_id, product_id)
);
create index price_falls_told_told_at_index on price_falls_told (told_at);
