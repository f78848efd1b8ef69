insert into looks (id, title, position, created_at)
values ('01a20000-0000-7000-8000-000000000106', 'Keten ve hasır', 0, '2026-11-25 09:00+00');
insert into look_pieces (look_id, product_id, position)
select '01a20000-0000-7000-8000-000000000106', p.id, row_number() over (order by p.id) from products p order by p.id limit 2;
