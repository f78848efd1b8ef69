import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { openDatabase } from '#db/open.ts'
import type { Env } from '#env'
import { openJobs } from '#shop/jobs/open.ts'
import { openFiles } from '#shop/media/files.ts'
import type { FileStore } from '#shop/ports.ts'
import { loadDatabase, migrationsOf, requireEmpty } from './load.ts'
import {
  BackupError,
  checkFiles,
  databaseFile,
  findManifest,
  hashOf,
  type Manifest,
  mediaKeyOf,
  sealingFile,
  secretFile,
} from './manifest.ts'
import { readDump } from './read-dump.ts'

/** Says whether a backup could be restored: every checksum, every row; writes nothing. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await findManifest(folder)
  if (!manifest) {
    const there = await stat(folder).catch(() => undefined)
    throw new BackupError(there ? `${folder} is no backup, or one that was cut short` : `there is no ${folder}`)
  }
  await checkFiles(folder, manifest)
  migrationsOf(manifest)
  let rows = 0
  for await (const piece of readDump(join(folder, databaseFile))) if ('rows' in piece) rows += piece.count
  const known = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  if (rows !== known) throw new BackupError(`${folder} holds ${rows} rows where its manifest says ${known}`)
  return manifest
}

/**
 * Restores into the database and the folder or bucket that the settings name: an empty database, and no picture that
 * differs from the backup's. The database is committed last, so what was cut short can simply be tried again.
 */
export async function restoreBackup(folder: string, env: Env): Promise<{ manifest: Manifest; migrated: string[] }> {
  const manifest = await checkBackup(folder)
  const store = openFiles(env)
  const put = await planFiles(folder, manifest, store)
  // With a secret in the settings the kept one is not asked for.
  const putSecret = await planSecret(folder, manifest, env, env.authSecret ? undefined : secretFile)
  const putSealing = await planSecret(folder, manifest, env, sealingFile)
  const handle = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir })
  try {
    await requireEmpty(handle.db, env.databaseUrl ? 'the database' : `the database in ${env.dataDir}`)
    const jobs = await openJobs(handle.jobOptions, pino({ level: 'silent' }))
    try {
      const migrated = await loadDatabase(handle.db, join(folder, databaseFile), manifest, {
        jobs,
        beforeCommit: async () => {
          await putSecret()
          await putSealing()
          for (const file of put) await file()
        },
      })
      // The planner knows nothing of tables that were filled at one go.
      await handle.db.execute(sql`analyze`)
      return { manifest, migrated }
    } finally {
      await jobs.stop()
    }
  } finally {
    await handle.close()
  }
}

const contentTypes: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
}

/** A picture that is there already must be the very same: pictures stay when only the database moves. */
async function planFiles(folder: string, manifest: Manifest, store: FileStore): Promise<(() => Promise<void>)[]> {
  const plan: (() => Promise<void>)[] = []
  for (const [path, known] of Object.entries(manifest.files)) {
    const key = mediaKeyOf(path)
    if (!key) continue
    const there = await store.get(key)
    if (there && hashOf(there).sha256 !== known.sha256)
      throw new BackupError(`the picture ${key} is there already and differs; restore into an empty place`)
    const type = contentTypes[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
    if (!there) plan.push(async () => store.put(key, await readFile(join(folder, path)), type))
  }
  return plan
}

async function planSecret(
  folder: string,
  manifest: Manifest,
  env: Env,
  name: string | undefined,
): Promise<() => Promise<void>> {
  const nothing = async () => {}
  if (name === undefined || !manifest.files[name]) return nothing
  const secret = await readFile(join(folder, name), 'utf8')
  const path = join(env.dataDir, name)
  const there = await readFile(path, 'utf8').catch(() => undefined)
  if (there === secret) return nothing
  if (there !== undefined) throw new BackupError(`${path} is there already and differs; restore into an empty place`)
  return async () => {
    await mkdir(env.dataDir, { recursive: true })
    await writeFile(path, secret, { flag: 'wx', mode: 0o600, flush: true })
  }
}
