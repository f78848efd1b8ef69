-- After 0059_demo_rows: a product of the demo.
insert into demo_rows (kind, id, version) values ('product', '00000000-0000-7000-8000-000000005901', 1);
