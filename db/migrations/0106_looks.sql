-- Looks that the owner puts together of two to six products (shop/catalog/looks).
create table looks (
  id uuid constraint looks_id_pk primary key,
  title text not null,
  -- A picture of the whole; without one the pieces' own stand for it.
  image_id text constraint looks_image_id_fk references images (id),
  -- Their order; the smallest first.
  position integer not null,
  created_at timestamptz not null
);
create table look_pieces (
  look_id uuid not null constraint look_pieces_look_id_fk references looks (id) on delete cascade,
  product_id uuid not null constraint look_pieces_product_id_fk references products (id) on delete cascade,
  position integer not null,
  constraint look_pieces_pk primary key (look_id, product_id)
);
create index look_pieces_product_id_index on look_pieces (product_id);
