import { createServer } from 'node:http'

export type Bucket = {
  /** The settings of a shop that keeps its pictures here. */
  settings: Record<'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>
  /** The stored files by their path, '/pictures/<key>'. */
  kept: Map<string, { bytes: Buffer; type: string | undefined; writtenAt: Date }>
  /** From now on every request is refused. */
  refuse(): void
  close(): void
}

/** Opens an S3-compatible bucket over HTTP that stores files for signed requests. */
export async function openTestBucket(): Promise<Bucket> {
  const kept: Bucket['kept'] = new Map()
  let refuses = false
  /** Two at a time, so that whoever lists has to go on. */
  const listed = (asked: URLSearchParams) => {
    const begin = `/pictures/${asked.get('prefix') ?? ''}`
    const from = Number(asked.get('continuation-token') ?? '0')
    const all = [...kept].filter(([path]) => path.startsWith(begin)).sort()
    const entries = all.slice(from, from + 2).map(([path, { bytes, writtenAt }]) => {
      const key = path.slice('/pictures/'.length)
      return `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
    })
    const next = from + 2 < all.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
    return `<ListBucketResult>${entries.join('\n')}${next}</ListBucketResult>`
  }
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const path = req.url ?? ''
    if (refuses || !req.headers.authorization?.includes('Credential=the-id/') || !/^\/pictures[/?]/.test(path)) {
      res.writeHead(403).end()
    } else if (req.method === 'GET' && path.startsWith('/pictures?list-type=2')) {
      res.writeHead(200).end(listed(new URL(path, 'http://bucket').searchParams))
    } else if (req.method === 'PUT') {
      kept.set(path, { bytes: Buffer.concat(chunks), type: req.headers['content-type'], writtenAt: new Date() })
      res.writeHead(200).end()
    } else if (req.method === 'DELETE') {
      kept.delete(path)
      res.writeHead(204).end()
    } else {
      const file = kept.get(path)
      res.writeHead(file ? 200 : 404).end(req.method === 'HEAD' ? undefined : file?.bytes)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'the-id',
      S3_SECRET_ACCESS_KEY: 'the-secret',
    },
    kept,
    refuse: () => {
      refuses = true
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
