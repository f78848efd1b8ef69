-- What is worth knowing of a garment beside its description; all optional (shop/catalog/garment.ts).
alter table products add column fabric text;
alter table products add column care text;
alter table products add column fit text;
alter table products add column measurements text;
alter table products add column model_line text;
