-- Pieces that the owner chose to wear with a product, in their order; empty: the shop looks for some
-- (shop/catalog/search/outfit.ts).
alter table products add column outfit uuid[] not null default '{}';
