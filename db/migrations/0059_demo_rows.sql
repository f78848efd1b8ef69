-- What the demo shop was filled with, so that it can be cleared without touching what the owner made. `version` is that of
-- the row when it was made: a row that has another one by now was changed by the owner, and is hers.
create table demo_rows (
  kind text not null,
  id uuid not null,
  version integer not null default 1,
  constraint demo_rows_pk primary key (kind, id),
  constraint demo_rows_kind_check check (kind in ('product', 'category', 'group', 'order', 'customer'))
);

-- Of an order that is marked as the demo's, nobody bought anything: its contracts bind nobody.
create or replace function order_contracts_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (
    old.accepted_at < now() - interval '3 years'
    or exists (select 1 from demo_rows d where d.kind = 'order' and d.id = old.order_id)
  ) then
    return old;
  end if;
  raise exception 'accepted contracts are kept as they are' using constraint = 'order_contracts_kept';
end $$;

create or replace function credit_entries_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select 1 from demo_rows d where d.kind = 'customer' and d.id = old.user_id) then
    return old;
  end if;
  raise exception 'entries of store credit are only added';
end $$;
