insert into own_sizes (user_id, sizes, bust, waist, hips, height, updated_at)
select u.id, '{"ust-giyim": ["M"], "elbise": ["L"]}', 92, 74, 100, 168, '2026-11-25 09:00+00' from users u where not u.guest limit 1;
