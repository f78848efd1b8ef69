-- An SMS is hers whose order it is about: a telephone number alone proves nothing. The foreign key holds up whoever places an
-- order, so its transaction does nothing else.
alter table sms add column order_id uuid;
alter table sms add constraint sms_order_id_fk foreign key (order_id) references orders (id) on delete cascade;
