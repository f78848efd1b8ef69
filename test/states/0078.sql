-- After 0078_search_counts: words that found nothing.
insert into search_counts values ('2026-11-02', 'kadife ceket', 3, 0);
