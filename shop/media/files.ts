import { randomUUID } from 'node:crypto'
import { access, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Env } from '#env'
import { ShopError } from '../errors.ts'
import type { FileStore } from '../ports.ts'
import { BucketRefusal, bucketClient, listObjects, readObject, type StoredFile } from './bucket.ts'
import type { ImageFormat } from './urls.ts'

/** The name of one file of a picture. */
export function fileKey(id: string, width: number, format: ImageFormat): string {
  return `${id}-${width}.${format}`
}

export type ListedFiles = FileStore & { list(): Promise<StoredFile[]> }

/** Pictures and files of the shop; with `assets`, what browsers need of each build (server/cache/other-builds.ts). */
export function openFiles(env: Pick<Env, 'dataDir' | 's3'>, of: 'media' | 'assets' = 'media'): ListedFiles {
  const files = env.s3 ? openBucket(env.s3, of) : openFolder(join(env.dataDir, of), of)
  return {
    list: () => files.list(),
    put: async (key, bytes, type) => files.put(checked(key), bytes, type).catch(refuseUnavailable('kaydedilemiyor')),
    putShipped: async (key, path, type) =>
      files.putShipped(checked(key), path, type).catch(refuseUnavailable('kaydedilemiyor')),
    get: async (key) => files.get(checked(key)).catch(refuseUnavailable('açılamıyor')),
    has: async (key) => files.has(checked(key)).catch(refuseUnavailable('açılamıyor')),
    remove: async (key) => files.remove(checked(key)).catch(refuseUnavailable('silinemiyor')),
  }
}

/** Refuses with UNAVAILABLE: a bucket that does not answer or a full disk may recover; one that refuses wants a person. */
function refuseUnavailable(what: string) {
  return (cause: unknown): never => {
    const refused = cause instanceof BucketRefusal
    const message = refused
      ? `Resim ${what}: resim deposu mağazayı kabul etmiyor. Lütfen mağazaya bildirin; nedeni sunucunun günlüğünde yazar.`
      : `Resim şu anda ${what}, lütfen biraz sonra tekrar deneyin.`
    throw new ShopError('UNAVAILABLE', message, { retryAfterSeconds: 30, cause })
  }
}

function openFolder(root: string, of: 'media' | 'assets'): ListedFiles {
  // Files are spread over folders by the first two digits of their names, so that none grows large.
  const pathOf = (key: string) => join(root, key.slice(0, 2), key)
  const put = async (key: string, bytes: Uint8Array) => {
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
  }
  return {
    put,
    // A thousand files of the demo take a second and more to be written and flushed. A link to one takes no time and no room; no
    // file here is ever written in its place, so that one of the shop's own code stays as it is.
    async putShipped(key, path) {
      await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 })
      // Another disk, a file of another user, one that is there already: then as any other.
      await link(path, pathOf(key)).catch(async () => put(key, await readFile(path)))
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
  const bucket = bucketClient(s3)
  const prefix = of === 'media' ? '' : `${of}/`
  const send: typeof bucket = (method, key, request) => bucket(method, prefix + key, request)
  const put: ListedFiles['put'] = async (key, bytes, contentType) => {
    const body = new Uint8Array(bytes)
    const response = await send('PUT', key, { body, headers: { 'Content-Type': contentType } })
    await response.body?.cancel()
  }
  return {
    put,
    putShipped: async (key, path, contentType) => put(key, await readFile(path), contentType),
    get: (key) => readObject(send, key),
    async has(key) {
      return (await send('HEAD', key)).ok
    },
    async remove(key) {
      await (await send('DELETE', key)).body?.cancel()
    },
    async list() {
      const found = await listObjects(bucket, { prefix })
      return found.map(({ key, ...file }) => ({ ...file, key: key.slice(prefix.length) }))
    },
  }
}

/** The shop makes the keys; one that is no plain name is a bug and must not reach outside the store. */
function checked(key: string): string {
  if (!/^[\w-][\w.-]+$/.test(key)) throw new Error(`'${key}' is no key of a file`)
  return key
}
