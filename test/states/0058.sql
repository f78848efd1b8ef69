-- After 0058_campaigns: a code with a limit, used once by an order.
insert into campaigns (id, code, code_key, kind, value, total_limit, person_limit, partner, used, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000000951', 'KASIM10', 'kasim10', 'PERCENT', 10, 100, 1, 'Ayşe', 1, '2026-11-01', '2026-11-01');
insert into campaign_people values ('00000000-0000-7000-8000-000000000951', 'hash', 1);
insert into campaign_uses (order_id, campaign_id, discount_kurus, people, created_at)
  select id, '00000000-0000-7000-8000-000000000951', 1000, '{hash}', '2026-11-02' from orders order by id limit 1;
