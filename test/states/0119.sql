insert into line_places (person, network, variant_ids, joined_at, called_at)
select u.id, 'f2c1', array(select v.id from variants v order by v.id limit 1), '2026-11-26 09:00+00', '2026-11-26 09:01+00' from users u order by u.id limit 1;
insert into line_wishes (variant_id) select v.id from variants v order by v.id limit 1;
insert into bounces (email, hard, status, reason, bounced_at)
values ('kapali@posta.example', true, '5.1.1', 'mailbox unavailable', '2026-11-26 09:00+00');
