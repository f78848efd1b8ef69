insert into favorite_lists (user_id, token, title, created_at)
select f.user_id, 'aaaaaaaaaaaaaaaaaaaaaa', 'Yaz listem', '2026-11-25 09:00+00' from favorites f limit 1;
