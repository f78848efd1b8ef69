import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
  return known || makeSecret(dataDir, path)
}

async function makeSecret(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const secret = randomBytes(32).toString('base64url')
  // Two processes may start at once; the one that comes second takes the first one's secret.
  await writeFile(path, secret, { flag: 'wx', mode: 0o600 }).catch(() => {})
  return readFile(path, 'utf8')
}
