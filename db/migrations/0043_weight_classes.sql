-- A class of weight of the owner's settings, by its name: its parcels cost more to send. Null: the usual fee.
alter table products add column weight_class text;
