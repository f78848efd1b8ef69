-- Money that was entered for the wrong order is taken back (shop/checkout/ways/transfer/take-back.ts); the entry stays, with when and by whom.
alter table transfer_receipts
  add column taken_back_at timestamptz,
  add column taken_back_by uuid;

-- With its payment taken back an order is no longer its buyer's first: the next one that is paid is, if there is one.
create or replace function sale_counted() returns trigger language plpgsql as $$
declare
  buyer uuid;
  next_first uuid;
begin
  if tg_op <> 'INSERT' then perform count_sale(old, -1); end if;
  if tg_op <> 'DELETE' then
    if new.status = 'SUCCEEDED' then
      insert into first_purchases (user_id, order_id) select o.user_id, o.id from orders o
      where o.id = new.order_id and not exists (select 1 from first_purchases f where f.user_id = o.user_id)
      on conflict do nothing;
    elsif tg_op = 'UPDATE' and old.status = 'SUCCEEDED' then
      delete from first_purchases where order_id = new.order_id returning user_id into buyer;
      if buyer is not null then
        select o.id into next_first from orders o join payment_attempts a on a.order_id = o.id and a.status = 'SUCCEEDED'
        where o.user_id = buyer order by o.created_at, o.id limit 1;
        if next_first is not null then
          perform count_sale(a, -1) from payment_attempts a where a.order_id = next_first;
          insert into first_purchases (user_id, order_id) values (buyer, next_first);
          perform count_sale(a, 1) from payment_attempts a where a.order_id = next_first;
        end if;
      end if;
    end if;
    perform count_sale(new, 1);
  end if;
  return null;
end $$;
