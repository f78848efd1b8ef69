insert into kept_carts (user_id, lines, changed_at)
select u.id, jsonb_build_array(jsonb_build_object('variantId', v.id, 'quantity', 2)), '2026-11-25 09:00+00'
from users u, variants v where not u.guest limit 1;
