-- The owner's own words for her products, parted by ', ': she finds and changes products by them, and no shopper sees one.
alter table products add column tags text;
create index products_tags_index on products using gin (string_to_array(tags, ', ')) where tags is not null;
create index products_tagged_index on products (id) include (tags) where tags is not null and deleted_at is null;
-- What a piece cost her.
alter table products add column cost_kurus integer;
alter table products add constraint products_cost_check check (cost_kurus > 0);
