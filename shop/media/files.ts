import { randomUUID } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import type { Env } from '#env'
import { ShopError } from '../errors.ts'
import type { FileStore } from '../ports.ts'
import { seconds } from '../time.ts'
import type { ImageFormat } from './urls.ts'

/** The name of one file of a picture. */
export function fileKey(id: string, width: number, format: ImageFormat): string {
  return `${id}-${width}.${format}`
}

/** A file of a store and when it was written last. */
type StoredFile = { key: string; bytes: number; writtenAt: Date }
export type ListedFiles = FileStore & { list(): Promise<StoredFile[]> }

/** Pictures and files of the shop; with `assets`, what browsers need of each build (server/cache/other-builds.ts). */
export function openFiles(env: Pick<Env, 'dataDir' | 's3'>, of: 'media' | 'assets' = 'media'): ListedFiles {
  const files = env.s3 ? openBucket(env.s3, of) : openFolder(join(env.dataDir, of), of)
  return {
    list: () => files.list(),
    put: async (key, bytes, type) => files.put(checked(key), bytes, type).catch(refuseUnavailable('kaydedilemiyor')),
    get: async (key) => files.get(checked(key)).catch(refuseUnavailable('açılamıyor')),
    has: async (key) => files.has(checked(key)).catch(refuseUnavailable('açılamıyor')),
    remove: async (key) => files.remove(checked(key)).catch(refuseUnavailable('silinemiyor')),
  }
}

/** Refuses with UNAVAILABLE: a bucket that does not answer or a full disk may recover. */
function refuseUnavailable(what: string) {
  return (cause: unknown): never => {
    const message = `Resim şu anda ${what}, lütfen biraz sonra tekrar deneyin.`
    throw new ShopError('UNAVAILABLE', message, { retryAfterSeconds: 30, cause })
  }
}

function openFolder(root: string, of: 'media' | 'assets'): ListedFiles {
  // Files are spread over folders by the first two digits of their names, so that none grows large.
  const pathOf = (key: string) => join(root, key.slice(0, 2), key)
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const partial = join(root, `.${randomUUID()}`)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        // A build's file that a power cut shortened is written again; a picture could not be.
        await writeFile(partial, bytes, { flush: of === 'media', mode: 0o600 })
        await rename(partial, path)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    async get(key) {
      return readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
    },
    async has(key) {
      return access(pathOf(key)).then(
        () => true,
        () => false,
      )
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async list() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(nothingWhereNoFolder)
      const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
      const found = names.map(async (key) => {
        const { size, mtime } = await stat(pathOf(key))
        return { key, bytes: size, writtenAt: mtime }
      })
      // One that another process removes meanwhile is not there any more.
      const results = await Promise.allSettled(found)
      return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    },
  }
}

function nothingWhereNoFolder(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}

function openBucket(s3: NonNullable<Env['s3']>, of: 'media' | 'assets'): ListedFiles {
  const { accessKeyId, secretAccessKey, region } = s3
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const prefix = of === 'media' ? '' : `${of}/`
  const send = (method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', key: string, init: RequestInit = {}) =>
    ask(method, `/${prefix}${key}`, init)
  const ask = async (method: string, what: string, init: RequestInit = {}) => {
    const url = `${s3.endpoint}/${s3.bucket}${what}`
    const response = await client.fetch(url, { ...init, method, signal: AbortSignal.timeout(seconds(10)) })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new Error(`the bucket answered ${response.status} to ${method} ${what.slice(1)}`)
  }
  return {
    async put(key, bytes, contentType) {
      const body = new Uint8Array(bytes)
      const response = await send('PUT', key, { body, headers: { 'Content-Type': contentType } })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`there is no bucket ${s3.bucket} at ${s3.endpoint}`)
    },
    async get(key) {
      const response = await send('GET', key)
      const bytes = new Uint8Array(await response.arrayBuffer())
      return response.ok ? bytes : undefined
    },
    async has(key) {
      return (await send('HEAD', key)).ok
    },
    async remove(key) {
      await (await send('DELETE', key)).body?.cancel()
    },
    /** A thousand at a time (ListObjectsV2). */
    async list() {
      const found: StoredFile[] = []
      for (let next: string | undefined = ''; next !== undefined; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(next && { 'continuation-token': next }) })
        const text = await (await ask('GET', `?${query}`)).text()
        for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = textIn(entry, 'Key')?.slice(prefix.length) ?? ''
          const writtenAt = new Date(textIn(entry, 'LastModified') ?? 0)
          found.push({ key, bytes: Number(textIn(entry, 'Size')), writtenAt })
        }
        next = textIn(text, 'NextContinuationToken')
      }
      return found
    },
  }
}

/** The text of an element; names of our files and tokens hold nothing that XML writes otherwise. */
function textIn(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
}

/** The shop makes the keys; one that is no plain name is a bug and must not reach outside the store. */
function checked(key: string): string {
  if (!/^[\w-][\w.-]+$/.test(key)) throw new Error(`'${key}' is no key of a file`)
  return key
}
