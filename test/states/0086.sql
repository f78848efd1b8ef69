insert into price_falls_told (user_id, product_id, price_kurus, told_at)
select f.user_id, f.product_id, 90000, '2026-11-25 09:00+00' from favorites f limit 1;
