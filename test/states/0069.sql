-- After 0069_gift_cards: a card of which nothing was spent yet.
insert into gift_cards (id, code_hash, code_tail, initial_kurus, balance_kurus, note, created_at, updated_at) values
  ('00000000-0000-7000-8000-000000001801', 'a hash', 'K7QM', 50000, 50000, 'Yılbaşı', '2026-11-25', '2026-11-25');
insert into gift_card_entries (id, card_id, amount_kurus, cause, created_at) values
  ('00000000-0000-7000-8000-000000001802', '00000000-0000-7000-8000-000000001801', 50000, 'issued', '2026-11-25');
-- It paid a part of an order, which a change of the order gave back.
insert into gift_card_uses values ('00000000-0000-7000-8000-000000000020', '00000000-0000-7000-8000-000000001801', 0, 0, 0);
insert into gift_card_entries (id, card_id, amount_kurus, cause, order_id, created_at) values
  ('00000000-0000-7000-8000-000000001803', '00000000-0000-7000-8000-000000001801', -100, 'spent', '00000000-0000-7000-8000-000000000020', '2026-11-25'),
  ('00000000-0000-7000-8000-000000001804', '00000000-0000-7000-8000-000000001801', 100, 'returned', '00000000-0000-7000-8000-000000000020', '2026-11-25');
