-- Value added tax (KDV) in percent, contained in the price: of a product when it is not the shop's, and of each thing sold as
-- it was when bought. What was sold before was sold as clothing.
alter table products add column vat_rate text check (vat_rate in ('1', '10', '20'));
alter table order_items add column vat_rate integer not null default 10 check (vat_rate in (1, 10, 20));
