-- After 0095_reviews: a review with its picture, reported once, of a buyer who was asked for it; and one that is still refused.
insert into reviews (id, order_id, product_id, author, stars, fit, text, height, size_worn, status, answer, answered_at, published_at, created_at, updated_at)
  select '00000000-0000-7000-8000-000000002601', i.order_id, i.product_id, 'Ayşe Y.', 4, 'SMALL', 'Kumaşı güzel, kalıbı dar.', 168, 'M', 'PUBLISHED', 'Teşekkür ederiz.', '2026-11-26', '2026-11-25', '2026-11-25', '2026-11-25'
  from order_items i where i.id = '00000000-0000-7000-8000-000000000022' and i.product_id is not null;
insert into review_images values
  ('00000000-0000-7000-8000-000000002602', (select id from reviews limit 1), '00000000-0000-7000-8000-000000000001', 'private-2602.jpg', 'image/jpeg', 'private-2602-s.webp', 0, '2026-11-25');
insert into review_reports (id, review_id, reason, created_at)
  select '00000000-0000-7000-8000-000000002603', id, 'UNRELATED', '2026-11-26' from reviews limit 1;
insert into review_requests values ('00000000-0000-7000-8000-000000000020', '2026-11-24');
