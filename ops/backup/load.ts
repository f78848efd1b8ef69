import { sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { migrate, migrations } from '#db/migrate.ts'
import type { Ctx, JobQueue } from '#shop/ctx.ts'
import { jobNames } from '#shop/jobs/queue.ts'
import { listTables, ownSchemas, query, type Table } from './dump.ts'
import { BackupError, type Manifest } from './manifest.ts'
import { readDump } from './read-dump.ts'

/** Refuses a database in which anything of ours, or of somebody else's, lies already. */
export async function requireEmpty(db: Db, where: string): Promise<void> {
  const [found] = await query<{ tables: number }>(
    db,
    sql`select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname = any(${sql.param(ownSchemas)}::text[])
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  )
  if (found && found.tables > 0) {
    throw new BackupError(`${where} is not empty (${found.tables} tables); restore only into an empty database`)
  }
}

/** The migrations that had run when the backup was made; refuses those that this program does not ship. */
export function migrationsOf(manifest: Manifest): ReadonlySet<string> {
  const shipped = new Map(migrations.map(({ name, hash }) => [name, hash]))
  for (const { name, hash } of manifest.migrations) {
    if (!shipped.has(name)) throw new BackupError(`the backup is from a newer shop (migration ${name}); update first`)
    if (shipped.get(name) !== hash)
      throw new BackupError(`the backup is from another shop: its migration ${name} differs`)
  }
  return new Set(manifest.migrations.map(({ name }) => name))
}

/**
 * Fills an empty database in one transaction: the schema as it was, the rows, the jobs, then every newer migration.
 * `beforeCommit` is the last chance to fail: the database is empty again then.
 */
export async function loadDatabase(
  db: Db,
  path: string,
  manifest: Manifest,
  { jobs, beforeCommit }: { jobs: JobQueue; beforeCommit: () => Promise<void> },
): Promise<string[]> {
  return db.transaction(async (tx) => {
    // Pictures are written while it is open, and may be many.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    await migrate(tx, migrationsOf(manifest))
    const tables = await listTables(tx)
    const restoreKeys = await withoutForeignKeys(tx)
    for (const { quoted } of tables) await tx.execute(sql.raw(`alter table ${quoted} disable trigger user`))
    // Rows that a migration inserted are in the backup too, in their latest state.
    for (const { quoted } of tables) await tx.execute(sql.raw(`delete from ${quoted}`))
    await loadPieces(tx, path, tables, jobs)
    await restoreKeys()
    for (const { quoted } of tables) await tx.execute(sql.raw(`alter table ${quoted} enable trigger user`))
    await compareCounts(tx, tables, manifest)
    const added = await migrate(tx)
    await beforeCommit()
    return added
  })
}

async function loadPieces(tx: Db, path: string, tables: Table[], jobs: JobQueue): Promise<void> {
  let insert = ''
  for await (const piece of readDump(path)) {
    if ('rows' in piece) await tx.execute(sql`${sql.raw(insert)} from jsonb_array_elements(${piece.rows}::jsonb) r`)
    else if ('table' in piece.mark) insert = insertInto(piece.mark, tables)
    else if ('job' in piece.mark) await addJob(tx, jobs, piece.mark.job)
    else if ('end' in piece.mark) {
      for (const [name, value] of Object.entries(piece.mark.end.sequences))
        await tx.execute(sql`select setval(${name}::regclass, ${value}::bigint)`)
    }
  }
}

function insertInto(mark: { table: string; columns: string[] }, tables: Table[]): string {
  const table = tables.find(({ table }) => table === mark.table)
  const columns = mark.columns.map((name) => table?.columns.find((column) => column.name === name))
  if (!table || columns.includes(undefined)) throw new BackupError(`the backup's table ${mark.table} has no place here`)
  const names = columns.map((column) => column?.quoted).join(', ')
  const values = columns.map((column, index) => `(r ->> ${index})::${column?.type}`).join(', ')
  return `insert into ${table.quoted} (${names}) overriding system value select ${values}`
}

/** A job of a kind that is no more is let go: nothing would ever take it. */
async function addJob(tx: Db, jobs: JobQueue, { name, data }: { name: string; data: unknown }): Promise<void> {
  const known = jobNames.find((job) => job === name)
  if (known) await jobs.add({ db: tx } as Ctx, known, data as never)
}

/** Rows arrive table by table; what they point to may come later. Adding the keys again checks every row. */
async function withoutForeignKeys(tx: Db): Promise<() => Promise<void>> {
  const keys = await query<{ table: string; name: string; definition: string }>(
    tx,
    sql`select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where k.contype = 'f' and n.nspname = any(${sql.param(ownSchemas)}::text[])`,
  )
  for (const { table, name } of keys) await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`))
  return async () => {
    for (const { table, name, definition } of keys)
      await tx.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`))
  }
}

async function compareCounts(tx: Db, tables: Table[], manifest: Manifest): Promise<void> {
  for (const { table, quoted } of tables) {
    const [row] = await query<{ found: number }>(tx, sql.raw(`select count(*)::int as found from ${quoted}`))
    const known = manifest.rows[table] ?? 0
    if (row?.found !== known)
      throw new BackupError(`${table} has ${row?.found} rows after loading, the backup ${known}`)
  }
}
