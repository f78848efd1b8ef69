-- What one word finds is read best first, without adding up or sorting the rest.
create index search_words_rank_index on search_words (word, weight desc, product_id desc);
drop index search_words_weight_index;
