import { readFileSync, writeFileSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { openTestDatabase } from '#test/snapshot.ts'

/** Holds the schema after all migrations, for readers. With --write it is written, otherwise a difference fails. */
const path = 'db/schema.sql'
const head = `-- The database after all migrations: tables with their indexes and triggers, then functions, each sorted by name.
-- Generated from db/migrations by "npm run schema", for reading only. Extension and collation are in 0001_base.sql.`

const pglite = await openTestDatabase()
const schema = `${[head, ...(await tables(pglite)), ...(await functions(pglite))].join('\n\n')}\n`
await pglite.close()
if (process.argv.includes('--write')) writeFileSync(path, schema)
else if (readFileSync(path, 'utf8') !== schema) {
  console.error(`${path} is not the schema of the migrations; run: npm run schema`)
  process.exit(1)
}

/** Each table as the statements that would create it. */
async function tables(db: PGlite): Promise<string[]> {
  const { rows } = await db.query<{ table: string; parts: string[]; more: string[] }>(`
    select c.oid::regclass::text as table, columns.list || coalesce(constraints.list, '{}') as parts,
      coalesce(indexes.list, '{}') || coalesce(triggers.list, '{}') as more
    from pg_class c
    cross join lateral (
      select array_agg(concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then 'NOT NULL' end,
        case when a.attgenerated = 's' then 'GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ') STORED'
          when a.attidentity <> '' then 'GENERATED ALWAYS AS IDENTITY'
          when d.adbin is not null then 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum) as list
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) columns
    cross join lateral (
      select array_agg('CONSTRAINT ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid)
        order by array_position('{p,u,f,c}', contype::text), conname) as list
      from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'f', 'c')
    ) constraints
    cross join lateral (
      select array_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid::regclass::text) as list
      from pg_index i
      where i.indrelid = c.oid and not exists (select 1 from pg_constraint where conindid = i.indexrelid)
    ) indexes
    cross join lateral (
      select array_agg(pg_get_triggerdef(oid) order by tgname) as list
      from pg_trigger where tgrelid = c.oid and not tgisinternal
    ) triggers
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'demo_bank'::regnamespace)
    order by 1`)
  return rows.map(({ table, parts, more }) =>
    [`CREATE TABLE ${table} (\n  ${parts.join(',\n  ')}\n);`, ...more.map((statement) => `${statement};`)].join('\n'),
  )
}

/** Each function of the shop's own, without those of extensions. */
async function functions(db: PGlite): Promise<string[]> {
  const { rows } = await db.query<{ definition: string }>(`
    select pg_get_functiondef(p.oid) as definition from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'demo_bank'::regnamespace)
      and not exists (select 1 from pg_depend where objid = p.oid and deptype = 'e')
    order by p.oid::regprocedure::text`)
  return rows.map(({ definition }) => `${definition.trim()};`)
}
