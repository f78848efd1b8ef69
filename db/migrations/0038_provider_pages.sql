-- A shopper may type her card on the provider's own page, which has a name of its own there.
alter table payment_attempts add column page_reference text;
alter table demo_bank.charges add column on_page boolean not null default false;
