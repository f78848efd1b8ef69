-- The shop's own logos, cleaned, with what is made of each: a PNG for mails and papers, and icons for browsers and phones.
create table logos (
  -- The first 32 hex digits of the SHA-256 of the cleaned picture.
  id text not null,
  type text not null,
  width integer not null,
  height integer not null,
  -- Has a ground of its own, so that it cannot be drawn in white.
  opaque boolean not null,
  image bytea not null,
  png bytea not null,
  icon_64 bytea not null,
  icon_180 bytea not null,
  icon_512 bytea not null,
  icon_maskable bytea not null,
  created_at timestamptz not null,
  constraint logos_id_pk primary key (id),
  constraint logos_type_check check (type in ('image/svg+xml', 'image/png', 'image/webp'))
);
