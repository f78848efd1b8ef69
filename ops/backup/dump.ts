import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { jobsSchema } from '#shop/jobs/open.ts'
import { sourceKey } from '#shop/media/picture-files.ts'

/** The schemas that hold the shop's truth. Jobs are kept as what waits to be done, not as the queue's own tables. */
export const ownSchemas = ['public', 'demo_bank']

/** Made again by a restore. */
const bookkeeping = 'public.schema_migrations'

/** Lines of a dump: marks are objects, rows of the table marked last are arrays of PostgreSQL's own texts. */
export type Mark =
  | { head: { engine: string; migrations: { name: string; hash: string }[] } }
  | { table: string; columns: string[] }
  | { job: { name: string; data: unknown } }
  | { file: string }
  /** The last line; without it the dump was cut short. */
  | { end: { rows: Record<string, number>; sequences: Record<string, string>; jobs: number } }

const rowsAtOnce = 2000

/**
 * Writes every row as one consistent snapshot, in a form that PGlite and PostgreSQL both read. Values are the texts
 * that the database itself would copy out, so none of them passes through a type of JavaScript.
 */
export async function dumpDatabase(db: Db, write: (text: string) => Promise<void>): Promise<void> {
  await db.transaction(
    async (tx) => {
      const mark = (line: Mark) => write(`${JSON.stringify(line)}\n`)
      await tx.execute(sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true),
        set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
        set_config('idle_in_transaction_session_timeout', '0', true)`)
      await mark({ head: await headOf(tx) })
      const rows: Record<string, number> = {}
      for (const { table, columns, quoted } of await listTables(tx)) {
        await mark({ table, columns: columns.map(({ name }) => name) })
        rows[table] = await writeRows(tx, quoted, columns, write)
      }
      const jobs = await listJobs(tx)
      for (const job of jobs) await mark({ job })
      for (const file of await listFiles(tx)) await mark({ file })
      await mark({ end: { rows, sequences: await sequencesOf(tx), jobs: jobs.length } })
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function writeRows(tx: Db, table: string, columns: Column[], write: (text: string) => Promise<void>) {
  const values = columns.map(({ quoted }) => `${quoted}::text`).join(', ')
  await tx.execute(
    sql.raw(`declare dumped no scroll cursor for select json_build_array(${values})::text as line from only ${table}`),
  )
  let count = 0
  for (;;) {
    const lines = await query<{ line: string }>(tx, sql.raw(`fetch ${rowsAtOnce} from dumped`))
    count += lines.length
    if (lines.length > 0) await write(`${lines.map(({ line }) => line).join('\n')}\n`)
    if (lines.length < rowsAtOnce) break
  }
  await tx.execute(sql`close dumped`)
  return count
}

type Column = { name: string; quoted: string; type: string }
export type Table = { table: string; quoted: string; columns: Column[] }

/** The tables of our schemas with the columns that can be written: generated ones follow from the others. */
export async function listTables(db: Db): Promise<Table[]> {
  const found = await query<Table>(
    db,
    sql`select n.nspname || '.' || c.relname as "table", format('%I.%I', n.nspname, c.relname) as quoted,
        json_agg(json_build_object('name', a.attname, 'quoted', quote_ident(a.attname),
          'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and n.nspname = any(${sql.param(ownSchemas)}::text[])
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      group by 1, 2 order by 1`,
  )
  return found.filter(({ table }) => table !== bookkeeping)
}

async function headOf(tx: Db) {
  const [server] = await query<{ version: string }>(tx, sql`select current_setting('server_version') as version`)
  const migrations = await query<{ name: string; hash: string }>(
    tx,
    sql`select name, hash from schema_migrations order by name`,
  )
  return { engine: `PostgreSQL ${server?.version ?? ''}`.trim(), migrations }
}

/** Where each counter stands. Counters know no snapshots: read last, none stands before a number in use. */
async function sequencesOf(tx: Db): Promise<Record<string, string>> {
  const found = await query<{ name: string; value: string }>(
    tx,
    sql`select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
      where schemaname = any(${sql.param(ownSchemas)}::text[]) and last_value is not null`,
  )
  return Object.fromEntries(found.map(({ name, value }) => [name, value]))
}

/** Waiting and running jobs: a mail that is not sent yet is sent after a restore. */
async function listJobs(tx: Db): Promise<{ name: string; data: unknown }[]> {
  const [queue] = await query<{ there: boolean }>(
    tx,
    sql`select to_regclass(${`${jobsSchema}.job`}) is not null as there`,
  )
  if (!queue?.there) return []
  return query(
    tx,
    sql`select name, data from ${sql.identifier(jobsSchema)}.job
      where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' order by created_on`,
  )
}

/** The keys of every file that the snapshot names. */
async function listFiles(tx: Db): Promise<string[]> {
  const pictures = await query<{ id: string; width: number }>(tx, sql`select id, width from images order by id`)
  const attachments = await query<{ key: string }>(
    tx,
    sql`select file_key as key from messages where file_key is not null order by 1`,
  )
  return [
    // All other files of a picture are drawn from this one again.
    ...pictures.map(({ id, width }) => sourceKey(id, width)),
    ...attachments.map(({ key }) => key),
    ...(await listKeys(tx, 'order_invoices', ['file_key'])),
    ...(await listKeys(tx, 'return_images', ['file_key'])),
    ...(await listKeys(tx, 'review_images', ['file_key', 'small_key'])),
  ]
}

/** None in a database that this version has not brought up to date yet. */
async function listKeys(tx: Db, table: string, columns: string[]): Promise<string[]> {
  const [found] = await query<{ there: boolean }>(tx, sql`select to_regclass(${table}) is not null as there`)
  if (!found?.there) return []
  const lists = await Promise.all(
    columns.map((column) =>
      query<{ key: string }>(tx, sql`select ${sql.identifier(column)} as key from ${sql.identifier(table)} order by 1`),
    ),
  )
  return lists.flat().map(({ key }) => key)
}

export async function query<Row extends Record<string, unknown>>(db: Db, statement: SQL): Promise<Row[]> {
  return (await db.execute<Row>(statement)).rows
}
