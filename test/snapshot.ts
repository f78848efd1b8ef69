import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import { migrate, migrations } from '#db/migrate.ts'
import { pgliteHandle } from '#db/open.ts'

const folder = 'node_modules/.cache/butik'

/** Nothing of it is ever read back after a crash: as little of a log as can be. */
const unlogged = ['full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'wal_init_zero=off']
/** Tests hold few rows: to plan a text for each of its values took longer than what that saves. */
const planned = 'plan_cache_mode=force_generic_plan'
const startParams = [...PGlite.defaultStartParams, ...[...unlogged, planned].flatMap((one) => ['-c', one])]

/** Opens a PGlite that holds nothing yet, as a new shop does: from the image of one, in a quarter of the time. */
export async function openEmptyDatabase(options: PGliteOptions = {}): Promise<PGlite> {
  return PGlite.create({ extensions: { pg_trgm }, ...options, loadDataDir: await dataDir() })
}

/** Opens a PGlite with the current schema; migrated once per change of the migrations, then loaded from an image. */
export async function openTestDatabase(): Promise<PGlite> {
  const hash = createHash('sha256')
    .update(migrations.map((m) => m.name + m.text).join())
    .digest('hex')
    .slice(0, 16)
  const path = `${folder}/schema-${hash}.tar`
  if (existsSync(path))
    return PGlite.create({ extensions: { pg_trgm }, startParams, loadDataDir: new Blob([readFileSync(path)]) })
  const pglite = await openEmptyDatabase({ startParams })
  await migrate(pgliteHandle(pglite).db)
  const image = await pglite.dumpDataDir('none')
  mkdirSync(folder, { recursive: true })
  const partial = `${path}.${process.pid}`
  writeFileSync(partial, new Uint8Array(await image.arrayBuffer()))
  renameSync(partial, path)
  await pglite.close()
  return openTestDatabase()
}
