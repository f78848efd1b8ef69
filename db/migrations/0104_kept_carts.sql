-- The cart of a shopper who agreed to mails, kept so that she can be told of it once (shop/news/carts); off until switched on.
create table kept_carts (
  user_id uuid constraint kept_carts_user_id_pk primary key
    constraint kept_carts_user_id_fk references users (id) on delete cascade,
  -- [{"variantId", "quantity"}]; empty once it is too old: that it was told stays.
  lines jsonb not null,
  changed_at timestamptz not null,
  told_at timestamptz,
  -- Of the mail that told it; it is not sent once the cart is gone.
  mail_id uuid,
  -- Of the link in that mail.
  token_hash text constraint kept_carts_token_hash_key unique
);
create index kept_carts_changed_at_index on kept_carts (changed_at) where told_at is null;

-- Whoever buys has no cart left, whichever way she paid; without an account too, if the address is hers.
create function forget_kept_cart() returns trigger language plpgsql as $$
begin
  delete from kept_carts k using users b
  where b.id = new.user_id and k.user_id in (
    select b.id union all
    select u.id from users u where b.guest and u.email = substr(b.email, length('guest:') + 1));
  return null;
end $$;
create trigger orders_forget_cart_added after insert on orders
  for each row when (new.placed_at is not null) execute function forget_kept_cart();
create trigger orders_forget_cart after update of placed_at on orders
  for each row when (new.placed_at is not null and old.placed_at is null) execute function forget_kept_cart();
