-- The owner settled it outside the shop and said so: while the amounts stay the same, it is not found again.
alter table payment_findings add column settled_outside boolean not null default false;
