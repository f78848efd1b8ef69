import type { PGlite } from '@electric-sql/pglite'

/** Pages of 8 kB. A larger table is vacuumed only while nobody minds: nothing else runs meanwhile. */
const smallTable = 2000

/**
 * Tables whose statistics or dead rows are due, by PostgreSQL's own bounds for autovacuum (chapter 24.1.6 of its manual, default
 * settings). Its counts start at zero when the embedded database is opened: growth since the last time is seen in the pages.
 */
const due = `
  select format('%I.%I', s.schemaname, s.relname) as name,
    s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
      as vacuum,
    s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
      or pg_relation_size(c.oid) > 8192 * (case when c.reltuples < 0 then 0 else 5 + 1.2 * c.relpages end) as analyze,
    pg_relation_size(c.oid) / 8192 <= ${smallTable} as small
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where pg_relation_size(c.oid) > 0`

type Due = { name: string; vacuum: boolean; analyze: boolean; small: boolean }

/**
 * Does what autovacuum does on a server: the embedded database has no process of its own for it, and without statistics a
 * page's statements take twice as long. One table after the other, so that requests come in between; large ones are vacuumed
 * only when `quiet`.
 */
export async function tendEmbedded(pglite: PGlite, quiet: boolean): Promise<string[]> {
  // Counted rows are written down a second late else.
  await pglite.query('select pg_stat_force_next_flush()')
  const { rows } = await pglite.query<Due>(due)
  const done: string[] = []
  for (const { name, vacuum, analyze, small } of rows) {
    const vacuumNow = vacuum && (small || quiet)
    if (!vacuumNow && !analyze) continue
    await pglite.query(vacuumNow ? `vacuum (analyze) ${name}` : `analyze ${name}`)
    done.push(name)
  }
  return done
}
