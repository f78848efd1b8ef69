-- An order that is changed before it is shipped keeps what was accepted, and what its contracts say since.
alter table order_contracts add column revision integer not null default 0;
alter table order_contracts drop constraint order_contracts_pk;
alter table order_contracts add constraint order_contracts_pk primary key (order_id, kind, revision);
