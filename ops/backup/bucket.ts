/**
 * Copies of whole backups in a bucket of their own. Each has a folder there by its name, its manifest written last; pictures lie
 * beside the folders and are shared, as a stored file never changes under its name. One backup is copied at a time.
 */

import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Env } from '#env'
import {
  type BucketClient,
  BucketRefusal,
  type BucketSettings,
  bucketClient,
  fieldOf,
  listObjects,
  readObject,
} from '#shop/media/bucket.ts'
import { readAnswer } from '#shop/network.ts'
import { days, hours, minutes } from '#shop/time.ts'
import { backupName } from './make.ts'
import { BackupError, Manifest, manifestFile, mediaKeyOf } from './manifest.ts'

/** Bytes of a part: a request that fails is made again as a whole. The store takes 10,000 parts. */
const partSize = 16 * 1024 * 1024
/** Files under way at a time. */
const atATime = 4
/** Milliseconds for all tries of a request together. */
const timeout = minutes(5)
const marks = 'under-way/'

type Stored = { bytes: number; at: Date }
type Copied = { files: number; bytes: number; removed: string[] }

/** Copies what the bucket does not have, then removes the oldest copies until `keep` are left. */
export async function copyToBucket(
  folder: string,
  manifest: Manifest,
  s3: BucketSettings,
  keep?: number,
): Promise<Copied> {
  const send = bucketClient(s3)
  return plainly(s3, async () => {
    const done = await begin(send)
    try {
      const name = basename(folder)
      const there = await objectsIn(send)
      const missing = Object.entries(manifest.files)
        .map(([path, { bytes }]) => ({ path, bytes, key: keyOf(name, path) }))
        .filter(({ key, bytes }) => there.get(key)?.bytes !== bytes)
      await eachOf(missing, ({ path, key }) => upload(send, join(folder, path), key))
      await upload(send, join(folder, manifestFile), `${name}/${manifestFile}`)
      const removed = keep === undefined ? [] : await removeOld(send, keep)
      return { files: missing.length, bytes: missing.reduce((sum, { bytes }) => sum + bytes, 0), removed }
    } finally {
      await done()
    }
  })
}

/** The newest whole copy and when it came there; undefined where there is none. */
export async function findNewestCopy(s3: BucketSettings): Promise<{ name: string; at: Date } | undefined> {
  return plainly(s3, async () => {
    const there = await objectsIn(bucketClient(s3))
    const name = wholeOf(there).at(-1)
    const at = name && there.get(`${name}/${manifestFile}`)?.at
    return name && at ? { name, at } : undefined
  })
}

/** Brings a copy into a folder of its own under `to`, where it is a backup like any other; `newest` stands for its name. */
export async function fetchFromBucket(asked: string, s3: BucketSettings, to: string): Promise<string> {
  const send = bucketClient(s3)
  return plainly(s3, async () => {
    const name = asked === 'newest' ? (await findNewestCopy(s3))?.name : asked
    if (!name) throw new BackupError(`there is no backup in the bucket ${s3.bucket}`)
    if (!backupName.test(name))
      throw new BackupError(`'${name}' is no name of a backup, such as butik-2026-11-26T03-15-00Z`)
    const bytes = await readObject(send, `${name}/${manifestFile}`, { timeout })
    if (!bytes) throw new BackupError(`there is no backup ${name} in the bucket ${s3.bucket}, or it was cut short`)
    const { files } = Manifest.parse(JSON.parse(new TextDecoder().decode(bytes)))
    const folder = join(to, name)
    const partial = `${folder}.partial`
    await rm(partial, { recursive: true, force: true })
    await mkdir(partial, { recursive: true, mode: 0o700 })
    await eachOf(Object.entries(files), async ([path, known]) => {
      await download(send, keyOf(name, path), join(partial, path), known.bytes)
    })
    const file = await open(join(partial, manifestFile), 'wx', 0o600)
    await file.writeFile(bytes).finally(() => file.close())
    await rm(folder, { recursive: true, force: true })
    await rename(partial, folder)
    return folder
  })
}

function keyOf(name: string, path: string): string {
  return mediaKeyOf(path) ? path : `${name}/${path}`
}

/**
 * Says that a backup is under way, and refuses where another is: two at once could each remove what the other counts on. Both give
 * up when both begin at once. The mark of one that died counts for half a day.
 */
async function begin(send: BucketClient): Promise<() => Promise<void>> {
  const own = `${marks}${randomUUID()}`
  await put(send, own, 'a backup is being copied')
  const remove = async () => {
    await (await send('DELETE', own)).body?.cancel()
  }
  const all = await objectsIn(send, marks)
  const mine = all.get(own)?.at.getTime() ?? Date.now()
  for (const [key, { at }] of all) {
    if (key === own) continue
    if (mine - at.getTime() > hours(12)) await (await send('DELETE', key)).body?.cancel()
    else {
      await remove()
      throw new BackupError('another backup is being copied to the bucket')
    }
  }
  return remove
}

/** Each object by its key. */
async function objectsIn(send: BucketClient, prefix = ''): Promise<Map<string, Stored>> {
  const found = await listObjects(send, { prefix, timeout })
  return new Map(found.map(({ key, bytes, writtenAt }) => [key, { bytes, at: writtenAt }]))
}

async function put(
  send: BucketClient,
  key: string,
  body: Uint8Array<ArrayBuffer> | string,
  query?: Record<string, string>,
) {
  const response = await send('PUT', key, { body, query, timeout })
  await response.body?.cancel()
  return response.headers.get('etag') ?? ''
}

async function upload(send: BucketClient, path: string, key: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const partAt = async (from: number) => {
      const part = new Uint8Array(Math.min(partSize, size - from))
      await file.read(part, 0, part.length, from)
      return part
    }
    if (size <= partSize) await put(send, key, await partAt(0))
    else await uploadParts(send, key, size, partAt)
  } finally {
    await file.close()
  }
}

type PartAt = (from: number) => Promise<Uint8Array<ArrayBuffer>>

/** An upload that fails is aborted: the store would keep its parts, and charge for them. */
async function uploadParts(send: BucketClient, key: string, size: number, partAt: PartAt): Promise<void> {
  const begun = await readAnswer(await send('POST', key, { query: { uploads: '' }, timeout }))
  const uploadId = fieldOf(begun, 'UploadId')
  if (!uploadId) throw new BackupError('the bucket takes no upload in parts')
  try {
    const parts: string[] = []
    for (let from = 0; from < size; from += partSize) {
      const partNumber = String(parts.length + 1)
      const etag = await put(send, key, await partAt(from), { uploadId, partNumber })
      parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`)
    }
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    // The answer is 200 before the store has put the parts together: what became of it stands inside.
    const answer = await readAnswer(await send('POST', key, { query: { uploadId }, body, timeout }))
    if (answer.includes('<Error>')) throw new BackupError(`the bucket did not take ${key}: ${fieldOf(answer, 'Code')}`)
  } catch (error) {
    // Its answer may have been lost, and the second try found it complete.
    const there = await send('HEAD', key).catch(() => undefined)
    if (there?.ok && Number(there.headers.get('content-length')) === size) return
    await send('DELETE', key, { query: { uploadId } }).catch(() => undefined)
    throw error
  }
}

async function download(send: BucketClient, key: string, path: string, size: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    for (let from = 0; from < size || from === 0; from += partSize) {
      const to = Math.min(from + partSize, size) - 1
      const headers: Record<string, string> = size > partSize ? { Range: `bytes=${from}-${to}` } : {}
      const bytes = await readObject(send, key, { headers, timeout, most: partSize })
      if (!bytes) throw new BackupError(`${key} is missing in the bucket; take another backup`)
      await file.write(bytes)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Whole copies, oldest first. */
function wholeOf(there: Map<string, Stored>): string[] {
  const names = [...there.keys()].filter((key) => key.endsWith(`/${manifestFile}`)).map((key) => dirname(key))
  return names.filter((name) => backupName.test(name)).sort()
}

/** A copy's manifest goes first: what is left of it is no backup any more. Then goes what no copy names. */
async function removeOld(send: BucketClient, keep: number): Promise<string[]> {
  const there = await objectsIn(send)
  const whole = wholeOf(there)
  const [old, kept] = [whole.slice(0, -keep), whole.slice(-keep)]
  const needed = new Set<string>()
  for (const name of kept) {
    const bytes = await readObject(send, `${name}/${manifestFile}`, { timeout })
    if (!bytes) throw new BackupError(`the manifest of ${name} is gone from the bucket; nothing was removed`)
    const { files } = Manifest.parse(JSON.parse(new TextDecoder().decode(bytes)))
    for (const path of [...Object.keys(files), manifestFile]) needed.add(keyOf(name, path))
  }
  const isOurs = (key: string) => key.startsWith('media/') || backupName.test(key.split('/')[0] ?? '')
  // Leftovers of a backup that was cut short are removed after a day: a younger one may still be under way.
  const isOver = (key: string, { at }: Stored) => old.includes(dirname(key)) || Date.now() - at.getTime() > days(1)
  const gone = [...there]
    .filter(([key, stored]) => isOurs(key) && !needed.has(key) && isOver(key, stored))
    .map(([key]) => key)
  gone.sort((a, b) => Number(b.endsWith(manifestFile)) - Number(a.endsWith(manifestFile)))
  for (const key of gone) await (await send('DELETE', key)).body?.cancel()
  return old
}

async function eachOf<T>(list: T[], work: (each: T) => Promise<void>): Promise<void> {
  const left = [...list]
  const worker = async () => {
    for (let each = left.shift(); each !== undefined; each = left.shift()) await work(each)
  }
  await Promise.all(Array.from({ length: atATime }, worker))
}

/** Turns any failure of the store, or of the way to it, into one line for the person at the terminal. */
async function plainly<T>(s3: NonNullable<Env['backupS3']>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupError) throw error
    const words = error instanceof Error ? reasonIn(error) : String(error)
    const look = error instanceof BucketRefusal ? 'look at BACKUP_S3_…' : 'try again later'
    throw new BackupError(`the bucket ${s3.bucket} at ${s3.endpoint}: ${words}; ${look}`, { cause: error })
  }
}

function reasonIn(error: Error): string {
  const { cause } = error
  if (error.message !== 'fetch failed' || !(cause instanceof Error)) return error.message
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}
