-- Sums of ten days, of quarters and of years beside those of days and months: a long period reads few rows of each key.
create function report_spans(day date) returns table (span text, day date) language sql immutable as $$
  select s.span, s.day from (values
    ('D', $1),
    ('T', date_trunc('month', $1)::date + least((extract(day from $1)::int - 1) / 10, 2) * 10),
    ('M', date_trunc('month', $1)::date),
    ('Q', date_trunc('quarter', $1)::date),
    ('Y', date_trunc('year', $1)::date)) s (span, day)
$$;

create or replace view report_rows as
  select kind, span, day, key, n, units, kurus, back_units, back_kurus, of_kurus from report_sums
  union all
  select p.kind, s.span, s.day, coalesce(p.key, ''), p.n, p.units, p.kurus, p.back_units, p.back_kurus, p.of_kurus
  from report_moves m
  cross join lateral report_parts(m) p
  cross join lateral report_spans(m.day) s;

create or replace function compact_reports() returns void language sql as $$
  with gone as (delete from report_moves returning *),
  less as (
    select day, kind, key, product_id, variant_id, color, size, sale_id, sum(n)::int as n, sum(units)::int as units,
      sum(kurus)::bigint as kurus, sum(back_units)::int as back_units, sum(back_kurus)::bigint as back_kurus,
      sum(sale_kurus)::bigint as sale_kurus, sum(of_kurus)::bigint as of_kurus
    from gone group by 1, 2, 3, 4, 5, 6, 7, 8
  ),
  parts as (
    select m.day, p.* from less m
    cross join lateral report_parts(row(m.day, m.kind, m.key, m.product_id, m.variant_id, m.color, m.size, m.sale_id, m.n, m.units,
      m.kurus, m.back_units, m.back_kurus, m.sale_kurus, m.of_kurus)::report_moves) p
  )
  insert into report_sums (kind, span, day, key, n, units, kurus, back_units, back_kurus, of_kurus)
  select p.kind, s.span, s.day, coalesce(p.key, ''), sum(n), sum(units), sum(kurus), sum(back_units), sum(back_kurus), sum(of_kurus)
  from parts p cross join lateral report_spans(p.day) s
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (kind, span, day, key) do update set n = report_sums.n + excluded.n, units = report_sums.units + excluded.units,
    kurus = report_sums.kurus + excluded.kurus, back_units = report_sums.back_units + excluded.back_units,
    back_kurus = report_sums.back_kurus + excluded.back_kurus, of_kurus = report_sums.of_kurus + excluded.of_kurus
$$;

insert into report_sums (kind, span, day, key, n, units, kurus, back_units, back_kurus, of_kurus)
select r.kind, s.span, s.day, r.key, sum(n), sum(units), sum(kurus), sum(back_units), sum(back_kurus), sum(of_kurus)
from report_sums r cross join lateral report_spans(r.day) s
where r.span = 'D' and s.span in ('T', 'Q', 'Y') group by 1, 2, 3, 4;
