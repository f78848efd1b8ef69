-- Paying at the door: the code that confirms an order, hashed, until it is used; and which parcels were not taken.
create table door_codes (
  attempt_id uuid constraint door_codes_attempt_id_pk primary key
    constraint door_codes_attempt_id_fk references payment_attempts (id) on delete cascade,
  code_hash text not null,
  wrong_tries integer not null default 0 constraint door_codes_wrong_tries_check check (wrong_tries between 0 and 5),
  sent_times integer not null default 1 constraint door_codes_sent_times_check check (sent_times between 1 and 3),
  sent_at timestamptz not null
);
alter table orders add column refused_at timestamptz;
create index orders_at_door_index on orders (created_at desc, id desc)
  where placed_at is not null and payment_status = 'CASH_ON_DELIVERY';
