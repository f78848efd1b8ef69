import { createHash } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import { LRUCache } from 'lru-cache'
import { notFound } from '#shop/errors.ts'
import type { ApiEnv } from './api.ts'

type Picture = { bytes: Uint8Array<ArrayBuffer>; etag: string }

const types: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' }

/** Sends the files of pictures. The bytes behind a name never change; those asked for most are cached in memory. */
export function media(maxBytes: number) {
  const hot = new LRUCache<string, Picture>({
    maxSize: Math.ceil(maxBytes),
    sizeCalculation: ({ bytes }) => bytes.length + 500,
  })

  const api = new OpenAPIHono<ApiEnv>()
  api.get('/media/:name', async (c) => {
    const name = c.req.param('name')
    const type = types[/^[0-9a-f]{32}-[1-9][0-9]{0,3}\.(webp|avif|jpg)$/.exec(name)?.[1] ?? '']
    if (!type) throw notFound('Böyle bir görsel yok.')
    let picture = hot.get(name)
    if (!picture) {
      const bytes = await c.get('ctx').files.get(name)
      if (!bytes) throw notFound('Böyle bir görsel yok.')
      picture = { bytes: new Uint8Array(bytes), etag: etagOf(bytes) }
      hot.set(name, picture)
    }
    const headers = {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: picture.etag,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      // Link previews and shopping feeds show the pictures elsewhere.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
    if (
      c.req
        .header('if-none-match')
        ?.split(/\s*,\s*/)
        .some((tag) => tag === '*' || tag.replace('W/', '') === picture.etag)
    ) {
      return c.body(null, 304, headers)
    }
    return c.body(picture.bytes, 200, { ...headers, 'Content-Length': String(picture.bytes.length) })
  })
  return api
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}
