-- What returns told of a product's fit, once the owner agreed to say it on its page (shop/returns/reasons.ts).
alter table products add column fit_note text constraint products_fit_note_check check (fit_note in ('SMALL', 'BIG'));
