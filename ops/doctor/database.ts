import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { migrations } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import type { Env } from '#env'
import { isRunning } from '../backup/control.ts'
import { query } from '../backup/dump.ts'
import { checkClock } from './clock.ts'
import { about, type Finding, reasonOf } from './finding.ts'
import { checkWaysToPay } from './ways.ts'

const { ok, wrong } = about('database')

export async function checkDatabase(env: Env): Promise<Finding[]> {
  if (!env.databaseUrl && !existsSync(join(env.dataDir, 'pglite'))) return [ok('embedded; the first start makes it')]
  if (!env.databaseUrl && (await isRunning(env.dataDir)))
    return [ok('embedded, open in the running shop, which looked at it when it started')]
  try {
    const handle = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir })
    try {
      return await look(handle.db, env)
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (env.databaseUrl) return [wrong(`${reasonOf(error)}; look at DATABASE_URL and whether PostgreSQL runs`)]
    return [wrong(`the embedded one cannot be opened: ${reasonOf(error)}`)]
  }
}

async function look(db: Db, env: Env): Promise<Finding[]> {
  const asked = Date.now()
  const [server] = await query<{
    version: string
    number: number
    encoding: string
    now: string
    creates: boolean
    trgm: boolean
    trgm_offered: boolean
    extends: boolean
    icu: boolean
    connections: number
  }>(
    db,
    sql`select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding, extract(epoch from clock_timestamp())::text as now,
      has_schema_privilege('public', 'create') as creates,
      exists (select from pg_extension where extname = 'pg_trgm') as trgm,
      exists (select from pg_available_extensions where name = 'pg_trgm') as trgm_offered,
      has_database_privilege(current_database(), 'create') as extends,
      exists (select from pg_collation where collprovider = 'i') as icu,
      current_setting('max_connections')::int as connections`,
  )
  const answered = Date.now()
  if (!server) return [wrong('it answers nothing')]
  const findings: Finding[] = []
  if (server.number < 150_000) findings.push(wrong(`PostgreSQL ${server.version} is too old; 15 or newer is needed`))
  if (server.encoding !== 'UTF8')
    findings.push(wrong(`its encoding is ${server.encoding}; make one with: createdb -E UTF8 -T template0 …`))
  if (!server.trgm && !server.trgm_offered)
    findings.push(wrong('the extension pg_trgm is missing; install the package postgresql-contrib'))
  else if (!server.trgm && !server.extends)
    findings.push(wrong('its user may not create extensions; as a superuser run: create extension pg_trgm'))
  if (!server.creates) findings.push(wrong('its user may not create tables; run: grant create on schema public to …'))
  if (!server.icu) findings.push(wrong('it was built without ICU, which sorts Turkish words; use Debian’s packages'))
  if (env.databaseUrl && server.connections < 30)
    findings.push(
      about('database').warning(`max_connections is ${server.connections}; each process of the shop takes up to 19`),
    )
  const kind = env.databaseUrl ? 'PostgreSQL' : 'embedded'
  if (findings.length === 0) findings.push(ok(`${kind} ${server.version}, ${server.encoding}, reachable`))
  const [tables, ready] = await checkMigrations(db)
  findings.push(tables)
  if (ready) findings.push(...(await checkWaysToPay(db, env)))
  if (env.databaseUrl) findings.push(checkClock('the database', (asked + answered) / 2 - Number(server.now) * 1000))
  return findings
}

/** Whether all tables are as this shop needs them, too. */
async function checkMigrations(db: Db): Promise<[Finding, boolean]> {
  const { ok, warning, wrong } = about('migrations')
  const [kept] = await query<{ there: boolean }>(db, sql`select to_regclass('schema_migrations') is not null as there`)
  if (!kept?.there) return [ok('none yet; the first start makes the tables'), false]
  const applied = await query<{ name: string; hash: string }>(db, sql`select name, hash from schema_migrations`)
  const shipped = new Map(migrations.map(({ name, hash }) => [name, hash]))
  const foreign = applied.find(({ name }) => !shipped.has(name))
  const changed = applied.find(({ name, hash }) => shipped.has(name) && shipped.get(name) !== hash)
  const known = new Set(applied.map(({ name }) => name))
  const open = migrations.filter(({ name }) => !known.has(name)).length
  if (changed) return [wrong(`${changed.name} was changed after it ran here; put the shipped file back`), false]
  if (foreign) {
    const what = `the database is newer than these files (${foreign.name}): the release just before works with it; update the shop`
    return [warning(what), open === 0]
  }
  return open === 0
    ? [ok(`all ${applied.length} applied`), true]
    : [warning(`${open} to come; the next start applies them, back up before`), false]
}
