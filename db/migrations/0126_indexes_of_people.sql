create index sms_order_index on sms (order_id) where order_id is not null;
create index gift_cards_recipient_index on gift_cards (recipient_email) where recipient_email is not null;

-- Before a row of users goes the database looks into each table that may name it.
create index credit_entries_actor_index on credit_entries (actor_id) where actor_id is not null;
create index customer_notes_author_index on customer_notes (author_id) where author_id is not null;
create index gift_card_entries_actor_index on gift_card_entries (actor_id) where actor_id is not null;
create index gift_cards_actor_index on gift_cards (actor_id) where actor_id is not null;
create index message_answers_actor_index on message_answers (actor_id) where actor_id is not null;
create index order_notes_author_index on order_notes (author_id) where author_id is not null;
