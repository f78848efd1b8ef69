-- The sizes that a shopper wears, by place of the shop, and her measures in cm, as far as she told them (shop/sizes).
create table own_sizes (
  user_id uuid constraint own_sizes_pk primary key
    constraint own_sizes_user_id_fk references users (id) on delete cascade,
  -- {"ust-giyim": ["M"], "elbise": ["L"]}: areas and slugs of categories.
  sizes jsonb not null,
  bust smallint constraint own_sizes_bust_check check (bust between 60 and 180),
  waist smallint constraint own_sizes_waist_check check (waist between 45 and 180),
  hips smallint constraint own_sizes_hips_check check (hips between 60 and 190),
  height smallint constraint own_sizes_height_check check (height between 120 and 220),
  updated_at timestamptz not null
);
