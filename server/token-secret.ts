import { randomBytes } from 'node:crypto'
import { chmod, link, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolders } from '#db/folders.ts'
import type { Env } from '#env'

/**
 * The secret that signs access tokens: that of the settings, or in demo mode one that is made once and kept beside the data.
 * A kept one that an older shop or a copy left readable for others is closed at each start.
 */
export async function findTokenSecret({ authSecret, dataDir }: Pick<Env, 'authSecret' | 'dataDir'>): Promise<string> {
  const path = join(dataDir, 'auth-secret')
  // There may be none, or it belongs to another user; `npm run doctor` tells of that.
  await chmod(path, 0o600).catch(() => {})
  if (authSecret) return authSecret
  const known = await readFile(path, 'utf8').catch(() => undefined)
  if (known) return known
  // Left by a full disk or a crash.
  if (known === '') await rm(path, { force: true })
  return makeSecret(dataDir, path)
}

async function makeSecret(dataDir: string, path: string): Promise<string> {
  makeFolders(dataDir)
  const own = `${path}.${randomBytes(8).toString('hex')}`
  await writeFile(own, randomBytes(32).toString('base64url'), { mode: 0o600 })
  // A link is there whole or not at all: of two processes that start at once the second takes the first one's secret.
  await link(own, path).catch(() => {})
  await unlink(own)
  return readFile(path, 'utf8')
}
