/**
 * Secrets in the database are sealed with a key that is not in it (AES-256-GCM): a stolen dump gives nobody the secrets.
 * The key comes from AUTH_SECRET where that is set, so that several machines have the same one; otherwise it lies beside the
 * data (docs/decisions/0030-settings-of-the-panel.md).
 */

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const sealingKeyFile = 'settings-key'

type Key = { id: string; bytes: Buffer }
/** The first key seals; the others open what was sealed before AUTH_SECRET was set. */
export type SealingKeys = readonly Key[]

type Where = { dataDir: string; authSecret: string | undefined }

/** Reads the keys. `make`: where there is none yet, one is made and kept beside the data. */
export async function findSealingKeys({ dataDir, authSecret }: Where, { make = false } = {}): Promise<SealingKeys> {
  const path = join(dataDir, sealingKeyFile)
  const derived = authSecret
    ? [keyOf(Buffer.from(hkdfSync('sha256', authSecret, '', 'butik settings of the panel', 32)))]
    : []
  const kept = (await readKept(path)) ?? (make && !authSecret ? await makeKept(dataDir, path) : undefined)
  return [...derived, ...(kept ? [keyOf(kept)] : [])]
}

function keyOf(bytes: Buffer): Key {
  return { id: createHash('sha256').update('butik key id').update(bytes).digest('hex').slice(0, 8), bytes }
}

async function readKept(path: string): Promise<Buffer | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  const bytes = Buffer.from(text?.trim() ?? '', 'base64url')
  return bytes.length === 32 ? bytes : undefined
}

/** Nothing is sealed with it any more. */
export async function removeKeptKey({ dataDir }: Pick<Where, 'dataDir'>): Promise<void> {
  await rm(join(dataDir, sealingKeyFile), { force: true })
}

async function makeKept(dataDir: string, path: string): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // Left by a full disk or a crash.
  if ((await readFile(path, 'utf8').catch(() => undefined)) === '') await rm(path, { force: true })
  const own = `${path}.${randomBytes(8).toString('hex')}`
  await writeFile(own, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  // A link is there whole or not at all: of two processes that save at once the second takes the first one's key.
  await link(own, path).catch(() => {})
  await unlink(own)
  await chmod(path, 0o600)
  const made = await readKept(path)
  if (!made) throw new Error(`${path} holds no key; put it back from the backup, or remove it and type the keys again`)
  return made
}

/** Seals a value under its name: it opens under no other. */
export function seal([key]: SealingKeys, name: string, value: string): string {
  if (!key) throw new Error('there is no key to seal with')
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return ['1', key.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.')
}

/** Undefined where its key is gone or somebody has changed it. */
export function unseal(keys: SealingKeys, name: string, text: string): string | undefined {
  const [version, id, nonce = '', sealed = ''] = text.split('.')
  const key = keys.find((key) => key.id === id)
  const bytes = Buffer.from(sealed, 'base64url')
  if (version !== '1' || !key || bytes.length < 16) return undefined
  try {
    const opened = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(nonce, 'base64url'))
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(-16))
    return Buffer.concat([opened.update(bytes.subarray(0, -16)), opened.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
