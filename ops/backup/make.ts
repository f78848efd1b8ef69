import { copyFile, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolders } from '#db/folders.ts'
import { openDatabase } from '#db/open.ts'
import type { Env } from '#env'
import { openFiles } from '#shop/media/files.ts'
import { noteBackup } from '#shop/settings/last-backup.ts'
import { days } from '#shop/time.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { dumpToFile, fetchDump } from './control.ts'
import type { Mark } from './dump.ts'
import {
  BackupError,
  databaseFile,
  findManifest,
  format,
  hashFile,
  hashOf,
  isFull,
  type Manifest,
  manifestPath,
  mediaPath,
  type StoredFile,
  sealingFile,
  secretFile,
} from './manifest.ts'
import { readDump } from './read-dump.ts'

type Request = { env: Env; to: string; keep?: number; now?: Date }

/** Makes one backup in a folder of its own under `to` and gives its path; until it is whole its name ends in .partial. */
export async function makeBackup({ env, to, keep, now = new Date() }: Request): Promise<{
  path: string
  manifest: Manifest
  removed: string[]
}> {
  const path = join(to, `butik-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`)
  const partial = `${path}.partial`
  try {
    makeFolders(to)
    await forgetPartial(to, now)
    await mkdir(partial, { mode: 0o700 })
    const manifest = await fill(partial, env, await newestIn(to), now)
    await flushFolders(partial)
    await rename(partial, path)
    await flushFolder(to)
    await noteBackup(env.dataDir, now)
    return { path, manifest, removed: keep === undefined ? [] : await removeOld(to, keep) }
  } catch (error) {
    // The cause of the failure may make this fail too; the cause is the error to report.
    await rm(partial, { recursive: true, force: true }).catch(() => undefined)
    throw plain(error, to)
  }
}

async function fill(folder: string, env: Env, previous: string | undefined, now: Date): Promise<Manifest> {
  const dump = join(folder, databaseFile)
  const files: Record<string, StoredFile> = {}
  // Before the dump and after it: a start with AUTH_SECRET may remove this key meanwhile, a first save make it.
  await keepSecret(folder, env, sealingFile, files)
  await dumpTo(dump, env)
  const { head, end, keys } = await readMarks(dump)
  files[databaseFile] = await hashFile(dump)
  const missing = await copyMedia(folder, env, keys, previous, files)
  // The secret that signs tokens belongs to the data where the shop made it; one from the settings stays with them.
  if (!env.authSecret) await keepSecret(folder, env, secretFile, files)
  await keepSecret(folder, env, sealingFile, files)
  const manifest: Manifest = {
    format,
    madeAt: now.toISOString(),
    shopVersion: packageJson.version,
    engine: head.engine,
    migrations: head.migrations,
    rows: end.rows,
    jobs: end.jobs,
    files,
    missing,
  }
  await writeFile(manifestPath(folder), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true })
  return manifest
}

async function dumpTo(path: string, env: Env): Promise<void> {
  if (!env.databaseUrl && (await fetchDump(env.dataDir, path))) return
  if (!env.databaseUrl && !(await stat(join(env.dataDir, 'pglite')).catch(() => undefined))) {
    throw new BackupError(`there is no shop in ${env.dataDir} yet; set DATA_DIR or DATABASE_URL`)
  }
  const handle = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir })
  try {
    await dumpToFile(handle.db, path)
  } finally {
    await handle.close()
  }
}

/** Reads the whole dump back: what cannot be read is no backup. */
async function readMarks(path: string) {
  let head: Extract<Mark, { head: unknown }>['head'] | undefined
  let end: Extract<Mark, { end: unknown }>['end'] | undefined
  const keys: string[] = []
  for await (const piece of readDump(path)) {
    if (!('mark' in piece)) continue
    if ('head' in piece.mark) head = piece.mark.head
    if ('file' in piece.mark) keys.push(piece.mark.file)
    if ('end' in piece.mark) end = piece.mark.end
  }
  if (!head || !end) throw new BackupError(`${path} has no beginning`)
  return { head, end, keys }
}

/**
 * Copies what the database names. A stored file never changes under its name, so one that the backup before holds whole
 * is linked from there: ten backups of the same pictures take the room of one.
 */
async function copyMedia(
  folder: string,
  env: Env,
  keys: string[],
  previous: string | undefined,
  files: Record<string, StoredFile>,
): Promise<string[]> {
  const store = openFiles(env)
  const known = previous ? await findManifest(previous) : undefined
  const missing: string[] = []
  for (const key of keys) {
    const path = mediaPath(key)
    const to = join(folder, path)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const before = known?.files[path]
    if (previous && before && (await linkWhole(join(previous, path), to, before))) {
      files[path] = before
      continue
    }
    const bytes = await store.get(key)
    if (!bytes) missing.push(key)
    else {
      await writeFile(to, bytes, { mode: 0o600, flush: true })
      files[path] = hashOf(bytes)
    }
  }
  return missing
}

async function linkWhole(from: string, to: string, known: StoredFile): Promise<boolean> {
  const found = await hashFile(from).catch(() => undefined)
  if (found?.sha256 !== known.sha256) return false
  // Some file systems know no links.
  await link(from, to).catch(() => copyFile(from, to))
  return true
}

async function keepSecret(folder: string, env: Env, name: string, files: Record<string, StoredFile>): Promise<void> {
  const to = join(folder, name)
  const copied = await copyFile(join(env.dataDir, name), to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return false
    },
  )
  if (copied) files[name] = await hashFile(to)
}

export const backupName = /^butik-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

/** Whole backups in a folder, oldest first. */
async function listBackups(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => backupName.test(name)).sort()
  const whole: string[] = []
  for (const name of names) if (await findManifest(join(folder, name)).catch(() => undefined)) whole.push(name)
  return whole.map((name) => join(folder, name))
}

const newestIn = async (folder: string) => (await listBackups(folder)).at(-1)

async function removeOld(folder: string, keep: number): Promise<string[]> {
  const old = (await listBackups(folder)).slice(0, -keep)
  for (const path of old) {
    // Half a folder must not look like a whole one, should this be cut short.
    await rename(path, `${path}.partial`)
    await rm(`${path}.partial`, { recursive: true })
  }
  return old
}

/** Folders of backups that were cut short; one of today may still be under way. */
async function forgetPartial(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^butik-.*\.partial$/.test(name)) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (now.getTime() - mtimeMs > days(1)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

async function flushFolders(root: string): Promise<void> {
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await flushFolder(join(entry.parentPath, entry.name))
  await flushFolder(root)
}

/** A name is as safe as what it names only once its folder is on the disk too. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

function plain(error: unknown, to: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (isFull(error))
    return new BackupError(`no space left for a backup in ${to}; nothing of it was kept`, { cause: error })
  // ENOENT: a link to a disk that is not there.
  if (['EACCES', 'EROFS', 'ENOTDIR', 'EPERM', 'ENOENT', 'EIO'].includes(String(code)))
    return new BackupError(`cannot write a backup to ${to}: ${(error as Error).message}`, { cause: error })
  if (code === 'EEXIST' && !(error as NodeJS.ErrnoException).path?.endsWith('.partial'))
    return new BackupError(`cannot write a backup to ${to}: it is no folder`, { cause: error })
  if (code === 'EEXIST') return new BackupError(`another backup is being made in ${to}`, { cause: error })
  return error
}
