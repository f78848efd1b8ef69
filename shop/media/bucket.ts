/** Speaks with one bucket of an S3-compatible store, in requests that are signed and may be made again. */

import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Env } from '#env'
import { readAnswer, readAtMost } from '../network.ts'
import { minutes, seconds } from '../time.ts'

export type BucketSettings = NonNullable<Env['s3']>

/** The store refused, and will again: a person must look. Its words say what to mend. */
export class BucketRefusal extends Error {}

type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
export type BucketRequest = {
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer> | string
  /** Milliseconds for all tries together. */
  timeout?: number
}

/** Tries of a request whose connection fails, and the pause before the second; aws4fetch tries a 5xx and a 429 again by itself. */
const connections = 3
const pause = seconds(0.2)

export type BucketClient = (method: Method, key: string, request?: BucketRequest) => Promise<Response>

/** A 404 is given back when it is the key that is missing. */
export function bucketClient(s3: BucketSettings): BucketClient {
  const { accessKeyId, secretAccessKey, region } = s3
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 4, initRetryMs: pause })
  const once = (url: string, init: RequestInit) => {
    const asked = client.fetch(url, init)
    return asked.catch((error: unknown) => {
      throw init.signal?.aborted ? new Error('the bucket did not answer in time', { cause: error }) : error
    })
  }
  return async (method, key, { query, timeout = seconds(10), ...given } = {}) => {
    const url = `${s3.endpoint}/${s3.bucket}/${key}${query ? `?${new URLSearchParams(query)}` : ''}`
    const init = { ...given, method, signal: AbortSignal.timeout(timeout) }
    let response: Response | undefined
    for (let n = 1; !response; n++) {
      response = await once(url, init).catch(async (error: unknown) => {
        if (n === connections || init.signal.aborted) throw error
        await wait(pause * n)
        return undefined
      })
    }
    if (response.ok || (response.status === 404 && method === 'HEAD')) return response
    const told = await readAnswer(response)
    const code = /<Code>(\w+)<\/Code>/.exec(told)?.[1]
    if (response.status === 404 && code !== 'NoSuchBucket' && code !== 'NoSuchUpload' && method !== 'PUT')
      return new Response(null, { status: 404 })
    throw refusalOf(s3, { what: `${method} ${key}`.trim(), code, response })
  }
}

/** More than any one file that the shop puts there has; longer ones of a backup are read in parts. */
const mostObjectBytes = 100_000_000

/** The bytes of an object, or of a part of it; undefined where there is none. A connection that ends in the middle is tried again. */
export async function readObject(
  send: BucketClient,
  key: string,
  { most = mostObjectBytes, ...request }: BucketRequest & { most?: number } = {},
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  for (let n = 1; ; n++) {
    const response = await send('GET', key, request)
    if (!response.ok) return undefined
    let bytes: Uint8Array<ArrayBuffer> | undefined
    try {
      bytes = await readAtMost(response, most)
    } catch (error) {
      if (n === connections) throw error
      await wait(pause * n)
      continue
    }
    if (!bytes) throw new Error(`the bucket gives more than ${most} bytes of ${key}`)
    return bytes
  }
}

/** A file of a store and when it was written last. */
export type StoredFile = { key: string; bytes: number; writtenAt: Date }

/** Each object whose key begins so, however many there are: a thousand at a time (ListObjectsV2). */
export async function listObjects(
  send: BucketClient,
  { prefix = '', timeout }: { prefix?: string; timeout?: number } = {},
): Promise<StoredFile[]> {
  const found: StoredFile[] = []
  let from: string | undefined
  do {
    const query = { 'list-type': '2', ...(prefix ? { prefix } : {}), ...(from ? { 'continuation-token': from } : {}) }
    const response = await send('GET', '', { query, timeout })
    if (!response.ok) throw new Error('the bucket does not list what is in it')
    const page = await readAnswer(response)
    for (const [, item = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const writtenAt = new Date(fieldOf(item, 'LastModified') ?? '')
      found.push({ key: fieldOf(item, 'Key') ?? '', bytes: Number(fieldOf(item, 'Size')), writtenAt })
    }
    from = fieldOf(page, 'IsTruncated') === 'true' ? fieldOf(page, 'NextContinuationToken') : undefined
  } while (from)
  return found
}

/** The text of the first element of this name in an answer. */
export function fieldOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  const letters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return text?.replace(/&(amp|lt|gt|quot|apos);/g, (_, letter: string) => letters[letter] ?? '')
}

type Answered = { what: string; code: string | undefined; response: Response }

function refusalOf(s3: BucketSettings, { what, code, response }: Answered): Error {
  const answered = `the bucket answered ${response.status} to ${what}`
  const words = code && wordsOf(s3, code, response.headers.get('date'))
  if (words) return new BucketRefusal(`${answered} (${code}): ${words}`)
  return new Error(code ? `${answered} (${code})` : answered)
}

function wordsOf({ bucket }: BucketSettings, code: string, date: string | null): string | undefined {
  const off = Math.round(Math.abs(Date.now() - Date.parse(date ?? '')) / minutes(1))
  const words: Record<string, string> = {
    SignatureDoesNotMatch: 'the secret of the key is wrong',
    InvalidAccessKeyId: 'there is no such key',
    RequestTimeTooSkewed: `the clocks differ${Number.isNaN(off) ? '' : ` by ${off} minutes`}; set that of this machine by NTP`,
    AccessDenied: 'the key lacks a right: it must read, write, delete and list',
    NoSuchBucket: `there is no bucket ${bucket}`,
    AuthorizationHeaderMalformed: 'the region is another',
    InvalidRegion: 'the region is another',
  }
  return words[code]
}

/** Why the bucket takes nothing now, asked with a key that nothing has; undefined when it answers as it should. */
export async function findBucketFault(s3: BucketSettings): Promise<string | undefined> {
  try {
    const response = await bucketClient(s3)('GET', 'is-there-a-bucket.txt')
    await response.body?.cancel()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
