-- After 0072_market_products: a category that a marketplace knows, and a size that waits to be made there.
insert into channel_categories (channel, category_id, market_id, market_name, attributes)
  values ('trendyol', '00000000-0000-7000-8000-000000000010', 1032, 'Giyim > Elbise', '[]');
insert into channel_products (channel, variant_id, state, asked_at)
  values ('trendyol', '00000000-0000-7000-8000-000000000013', 'WAITING', '2026-11-25');
update products set tags = 'yeni sezon', cost_kurus = 60000 where id = '00000000-0000-7000-8000-000000000011';
