import { createHash } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { findMainPicture } from '#shop/catalog/products.ts'
import type { Ctx } from '#shop/ctx.ts'
import { notFound } from '#shop/errors.ts'
import { findSwatch } from '#shop/media/swatch.ts'
import { swatchKey } from '#shop/media/urls.ts'
import type { ApiEnv } from './api.ts'

type Picture = { bytes: Uint8Array<ArrayBuffer>; etag: string }

const types: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' }

/** Sends the files of pictures. The bytes behind a name never change; those asked for most are cached in memory. */
export function media(maxBytes: number) {
  const hot = new LRUCache<string, Picture>({
    maxSize: Math.ceil(maxBytes),
    sizeCalculation: ({ bytes }) => bytes.length + 500,
  })

  async function find(name: string, read: () => Promise<Uint8Array | undefined>): Promise<Picture> {
    const known = hot.get(name)
    if (known) return known
    const bytes = await read()
    if (!bytes) throw unknown()
    const picture = { bytes: new Uint8Array(bytes), etag: etagOf(bytes) }
    hot.set(name, picture)
    return picture
  }

  const swatchOf = (ctx: Ctx, id: string) => find(swatchKey(id), () => findSwatch(ctx, id))

  const api = new OpenAPIHono<ApiEnv>()
  api.get('/media/:name', async (c) => {
    const name = c.req.param('name')
    const ctx = c.get('ctx')
    const cloth = /^([0-9a-f]{32})-cloth\.webp$/.exec(name)?.[1]
    if (cloth) return send(c, await swatchOf(ctx, cloth), 'image/webp', forEver)
    const type = types[/^[0-9a-f]{32}-[1-9][0-9]{0,3}\.(webp|avif|jpg)$/.exec(name)?.[1] ?? '']
    if (!type) throw unknown()
    const picture = await find(name, () => ctx.files.get(name))
    return send(c, picture, type, forEver)
  })
  // A list names its swatches by their products, whose addresses it holds anyway: thirty names of files would not fit.
  api.get('/media/renk/:slug', async (c) => {
    const ctx = c.get('ctx')
    const id = await findMainPicture(ctx, c.req.param('slug'))
    if (!id) throw unknown()
    return send(c, await swatchOf(ctx, id), 'image/webp', forAWhile)
  })
  return api
}

const forEver = 'public, max-age=31536000, immutable'
/** The owner may give the product another picture. */
const forAWhile = 'public, max-age=3600, stale-while-revalidate=604800'

const unknown = () => notFound('Böyle bir görsel yok.')

function send(c: Context<ApiEnv>, { bytes, etag }: Picture, type: string, cacheControl: string) {
  const headers = {
    'Content-Type': type,
    'Cache-Control': cacheControl,
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    // Link previews and shopping feeds show the pictures elsewhere.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
  const asked = c.req.header('if-none-match')?.split(/\s*,\s*/)
  if (asked?.some((tag) => tag === '*' || tag.replace('W/', '') === etag)) return c.body(null, 304, headers)
  return c.body(bytes, 200, { ...headers, 'Content-Length': String(bytes.length) })
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}
