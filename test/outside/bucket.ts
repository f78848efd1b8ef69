import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Fault, faultOf, type Keys } from './s3/sigv4.ts'

type Kept = { bytes: Buffer; type: string | undefined; at: Date }

export type Bucket = {
  /** The settings of a shop that keeps its pictures here. */
  settings: Record<'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>
  /** The stored files by their path, '/pictures/<key>'. */
  kept: Map<string, Kept>
  /** Parts of uploads that are not complete. */
  open: Map<string, unknown>
  /** The requests, 'PUT /pictures/<key>', refused or not. */
  asked: string[]
  /** From now on every request is refused, without a word why. */
  refuse(): void
  /** The keys are replaced by others. */
  rotate(): void
  /** The bucket is deleted, or there again. */
  vanish(gone: boolean): void
  /** Minutes by which its clock differs from the machine's. */
  shift(minutes: number): void
  /** The next requests are answered 503 SlowDown. */
  slowDown(requests: number): void
  /** The connections of the next uploads (or downloads) end in the middle. */
  cut(times: number, method?: 'PUT' | 'GET'): void
  close(): void
}

/** The smallest part of an upload, but for the last, and the most keys in one answer, as at Amazon. */
const smallestPart = 5 * 1024 * 1024
const mostKeys = 1000

/** Opens an S3-compatible bucket over HTTP that checks signatures, takes uploads in parts and lists page by page. */
export async function openTestBucket(): Promise<Bucket> {
  const kept: Bucket['kept'] = new Map()
  const open = new Map<string, { path: string; type: string | undefined; parts: Map<number, Buffer> }>()
  const asked: string[] = []
  const keys: Keys = { id: 'the-id', secret: 'the-secret' }
  const state = { refuses: false, gone: false, minutes: 0, slow: 0, cuts: { PUT: 0, GET: 0 } as Record<string, number> }

  const answer = (req: IncomingMessage, res: ServerResponse, body: Buffer) => {
    const { method = '', url = '' } = req
    const now = new Date(Date.now() + state.minutes * 60_000)
    res.setHeader('date', now.toUTCString())
    res.sendDate = false
    if (state.refuses) return res.writeHead(403).end()
    const fault = faultOf({ method, url, headers: req.headers, body }, keys, now)
    if (fault) return refuse(res, fault)
    if (state.slow-- > 0)
      return refuse(res, { status: 503, code: 'SlowDown', message: 'Please reduce your request rate.' })
    const at = new URL(url, 'http://s3')
    const path = decodeURIComponent(at.pathname)
    if (state.gone || !path.startsWith('/pictures'))
      return refuse(res, { status: 404, code: 'NoSuchBucket', message: 'The specified bucket does not exist' })
    const uploadId = at.searchParams.get('uploadId')
    if (/^\/pictures\/?$/.test(path)) return list(res, kept, at.searchParams)
    if (method === 'POST' && at.searchParams.has('uploads')) {
      const id = randomUUID()
      open.set(id, { path, type: req.headers['content-type'], parts: new Map() })
      return xml(res, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (uploadId) {
      const upload = open.get(uploadId)
      if (!upload) return refuse(res, { status: 404, code: 'NoSuchUpload', message: 'The upload does not exist' })
      if (method === 'PUT') {
        upload.parts.set(Number(at.searchParams.get('partNumber')), body)
        return res.writeHead(200, { etag: etagOf(body) }).end()
      }
      if (method === 'DELETE') {
        open.delete(uploadId)
        return res.writeHead(204).end()
      }
      return complete(res, upload, body.toString(), () => open.delete(uploadId))
    }
    if (method === 'PUT') {
      kept.set(path, { bytes: body, type: req.headers['content-type'], at: new Date() })
      return res.writeHead(200, { etag: etagOf(body) }).end()
    }
    if (method === 'DELETE') {
      kept.delete(path)
      return res.writeHead(204).end()
    }
    const file = kept.get(path)
    if (!file) {
      if (method === 'HEAD') return res.writeHead(404).end()
      return refuse(res, { status: 404, code: 'NoSuchKey', message: 'The specified key does not exist.' })
    }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? []
    const bytes = from ? file.bytes.subarray(Number(from), Number(to) + 1) : file.bytes
    res.writeHead(from ? 206 : 200, { 'content-length': bytes.length })
    if (method === 'HEAD') return res.end()
    if ((state.cuts.GET ?? 0) > 0) {
      state.cuts.GET = (state.cuts.GET ?? 0) - 1
      return res.write(bytes.subarray(0, bytes.length / 2), () => res.destroy())
    }
    return res.end(bytes)
  }

  const complete = (
    res: ServerResponse,
    { path, type, parts }: { path: string; type: string | undefined; parts: Map<number, Buffer> },
    wanted: string,
    done: () => void,
  ) => {
    const named = [...wanted.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)]
    const pieces = named.map(([, n, etag = '']) => {
      const part = parts.get(Number(n))
      return part && etagOf(part) === etag.replaceAll('&quot;', '"') ? part : undefined
    })
    if (pieces.length === 0 || pieces.some((part) => !part))
      return refuse(res, { status: 400, code: 'InvalidPart', message: 'One or more of the parts could not be found.' })
    const whole = pieces as Buffer[]
    if (whole.slice(0, -1).some(({ length }) => length < smallestPart))
      return refuse(res, {
        status: 400,
        code: 'EntityTooSmall',
        message: 'Your proposed upload is smaller than allowed.',
      })
    kept.set(path, { bytes: Buffer.concat(whole), type, at: new Date() })
    done()
    return xml(res, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }

  const server = createServer(async (req, res) => {
    asked.push(`${req.method} ${req.url}`)
    const chunks: Buffer[] = []
    const cuts = req.method === 'PUT' && (state.cuts.PUT ?? 0) > 0
    if (cuts) state.cuts.PUT = (state.cuts.PUT ?? 0) - 1
    try {
      for await (const chunk of req) {
        chunks.push(chunk)
        if (cuts) return req.destroy()
      }
    } catch {
      return
    }
    answer(req, res, Buffer.concat(chunks))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: keys.id,
      S3_SECRET_ACCESS_KEY: keys.secret,
    },
    kept,
    open,
    asked,
    refuse: () => {
      state.refuses = true
    },
    rotate: () => {
      keys.secret = 'another-secret'
    },
    vanish: (gone) => {
      state.gone = gone
    },
    shift: (minutes) => {
      state.minutes = minutes
    },
    slowDown: (requests) => {
      state.slow = requests
    },
    cut: (times, method = 'PUT') => {
      state.cuts[method] = times
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function list(res: ServerResponse, kept: Bucket['kept'], query: URLSearchParams) {
  const prefix = `/pictures/${query.get('prefix') ?? ''}`
  const after = query.get('continuation-token') ?? ''
  const most = Math.min(Number(query.get('max-keys') ?? mostKeys), mostKeys)
  const all = [...kept].filter(([path]) => path.startsWith(prefix) && path > after).sort(([a], [b]) => (a < b ? -1 : 1))
  const shown = all.slice(0, most)
  const more = all.length > shown.length
  const items = shown.map(
    ([path, { bytes, at }]) =>
      `<Contents><Key>${path.slice('/pictures/'.length)}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
  )
  const next = more ? `<NextContinuationToken>${shown.at(-1)?.[0]}</NextContinuationToken>` : ''
  return xml(res, `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${items.join('')}</ListBucketResult>`)
}

function refuse(res: ServerResponse, { status, code, message }: Fault) {
  return xml(res, `<Error><Code>${code}</Code><Message>${message}</Message></Error>`, status)
}

function xml(res: ServerResponse, text: string, status = 200) {
  return res.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`)
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}
