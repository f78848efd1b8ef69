-- What a buyer accepted before she paid, word for word. `parts` is the same text in its structure.
create table order_contracts (
  order_id uuid not null,
  kind text not null,
  version text not null,
  title text not null,
  text text not null,
  parts jsonb not null,
  sha256 text not null,
  accepted_at timestamptz not null,
  -- Where the acceptance came from.
  address text not null,
  constraint order_contracts_pk primary key (order_id, kind),
  constraint order_contracts_order_id_fk foreign key (order_id) references orders (id),
  constraint order_contracts_kind_check check (kind in ('pre-information', 'distance-sales')),
  constraint order_contracts_sha256_check check (sha256 = encode(sha256(convert_to(text, 'UTF8')), 'hex'))
);

-- Evidence: never changed, and kept for the three years that the law on distance contracts wants (MSY m.20).
create function order_contracts_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.accepted_at < now() - interval '3 years' then
    return old;
  end if;
  raise exception 'accepted contracts are kept as they are' using constraint = 'order_contracts_kept';
end $$;
create trigger order_contracts_kept
  before update or delete on order_contracts
  for each row execute function order_contracts_kept();

-- The order whose accepted contracts go along with the mail.
alter table mails add column contracts_of uuid;
