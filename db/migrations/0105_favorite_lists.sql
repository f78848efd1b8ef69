-- The link by which a shopper shows her favorites to others, one each; deleting the row ends it.
create table favorite_lists (
  user_id uuid constraint favorite_lists_user_id_pk primary key
    constraint favorite_lists_user_id_fk references users (id) on delete cascade,
  token text not null constraint favorite_lists_token_key unique,
  title text not null,
  created_at timestamptz not null
);
