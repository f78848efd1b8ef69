-- An SMS is hers whose order it is about: a telephone number alone proves nothing.
alter table sms add column order_id uuid;
alter table sms add constraint sms_order_id_fk foreign key (order_id) references orders (id) on delete cascade;
create index sms_order_index on sms (order_id) where order_id is not null;
