-- After 0077_report_sums: a difference that waits to be added to the sums.
insert into report_moves (day, kind, color, size, units, kurus) values ('2026-11-02', 'piece', 'Siyah', 'M', 1, 19900);
insert into report_sums values ('size', 'D', '2026-11-01', 'M', 0, 1, 19900, 0, 0, 0);
