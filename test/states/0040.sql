-- After 0040_bank_statements: a statement of which nothing was confirmed yet.
insert into bank_statements values
  ('00000000-0000-7000-8000-000000000701', 'ekstre.csv', '[{"key": "a", "day": "2026-11-02", "amountKurus": 124800, "text": "EFT"}]', '00000000-0000-7000-8000-000000000002', '2026-11-03');
