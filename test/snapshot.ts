import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { migrate, migrations } from '#db/migrate.ts'
import { pgliteHandle } from '#db/open.ts'

const folder = 'node_modules/.cache/butik'

/** Opens a PGlite with the current schema; migrated once per change of the migrations, then loaded from an image. */
export async function openTestDatabase(): Promise<PGlite> {
  const hash = createHash('sha256')
    .update(migrations.map((m) => m.name + m.text).join())
    .digest('hex')
    .slice(0, 16)
  const path = `${folder}/schema-${hash}.tar`
  if (existsSync(path)) {
    return PGlite.create({ extensions: { pg_trgm }, loadDataDir: new Blob([readFileSync(path)]) })
  }
  const pglite = await PGlite.create({ extensions: { pg_trgm } })
  await migrate(pgliteHandle(pglite).db)
  const image = await pglite.dumpDataDir('none')
  mkdirSync(folder, { recursive: true })
  const partial = `${path}.${process.pid}`
  writeFileSync(partial, new Uint8Array(await image.arrayBuffer()))
  renameSync(partial, path)
  return pglite
}
