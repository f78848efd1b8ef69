import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { sealingKeyFile } from '#shop/settings/server/seal.ts'

/** A backup cannot be made, trusted or restored: one line for the person at the terminal. */
export class BackupError extends Error {}

/** Whether a file could not be written for want of room, or beyond what its user may have. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code))
}

/** Changes when an older program could not read the backup any more. */
export const format = 1

export const databaseFile = 'database.jsonl.gz'
export const secretFile = 'auth-secret'
/** Beside the database: what opens the secrets in it, where the shop made it itself. */
export const sealingFile = sealingKeyFile
export const manifestFile = 'manifest.json'

const StoredFile = z.object({ bytes: z.number().int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })
export type StoredFile = z.infer<typeof StoredFile>

const Migrations = z.array(z.object({ name: z.string(), hash: z.string() }))

/** The contents of a backup. Written last, so a folder that has one is whole. */
export const Manifest = z.object({
  format: z.number().int(),
  madeAt: z.iso.datetime(),
  shopVersion: z.string(),
  engine: z.string(),
  migrations: Migrations,
  rows: z.record(z.string(), z.number().int()),
  jobs: z.number().int(),
  /** By path inside the backup. */
  files: z.record(z.string(), StoredFile),
  /** Keys of files that the database names but the store did not have. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** Undefined where there is no manifest: no backup, or one that was cut short. */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { success, data } = Manifest.safeParse(parsed(text))
  if (!success) throw new BackupError(`${join(folder, manifestFile)} is damaged; take another backup`)
  if (data.format > format) {
    throw new BackupError(`${folder} has format ${data.format}, this shop reads up to ${format}; update the shop first`)
  }
  return data
}

export const manifestPath = (folder: string) => join(folder, manifestFile)

/** Where a stored file lies in a backup; spread as in the store. */
export const mediaPath = (key: string) => `media/${key.slice(0, 2)}/${key}`
export const mediaKeyOf = (path: string) =>
  path.startsWith('media/') ? path.slice(path.lastIndexOf('/') + 1) : undefined

export function hashOf(bytes: Uint8Array): StoredFile {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

export async function hashFile(path: string): Promise<StoredFile> {
  const hash = createHash('sha256')
  const { size } = await stat(path)
  await pipeline(createReadStream(path), hash)
  return { bytes: size, sha256: hash.digest('hex') }
}

/** Every file is there and is what it was when the backup was made; throws BackupError naming the first that is not. */
export async function checkFiles(folder: string, manifest: Manifest): Promise<void> {
  for (const [path, known] of Object.entries(manifest.files)) {
    const found = await hashFile(join(folder, path)).catch(() => undefined)
    if (!found) throw new BackupError(`${join(folder, path)} is missing; take another backup`)
    if (found.sha256 !== known.sha256) throw new BackupError(`${join(folder, path)} is damaged; take another backup`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
