import { createHash } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { findMainPicture, findProduct } from '#shop/catalog/products.ts'
import { type ShareKind, shareKinds } from '#shop/catalog/sharing/layout.ts'
import { sharePictureOf } from '#shop/catalog/sharing/picture.ts'
import type { Ctx } from '#shop/ctx.ts'
import { notFound } from '#shop/errors.ts'
import { findPictureFile } from '#shop/media/picture-files.ts'
import { findSwatch } from '#shop/media/swatch.ts'
import { swatchKey } from '#shop/media/urls.ts'
import { findBrand } from '#shop/settings/brand.ts'
import { findLogoFile } from '#shop/settings/face/logos.ts'
import { findStyle } from '#shop/settings/face/page-face.ts'
import { styleName } from '#shop/settings/face/style.ts'
import type { ApiEnv } from './api.ts'

type Picture = { bytes: Uint8Array<ArrayBuffer>; etag: string; type: string; passing: boolean }
type Found = Pick<Picture, 'type' | 'passing'> & { bytes: Uint8Array }

/** Sends the files of pictures. The bytes behind a name never change; those asked for most are cached in memory. */
export function media(maxBytes: number) {
  const hot = new LRUCache<string, Picture>({
    maxSize: Math.ceil(maxBytes),
    sizeCalculation: ({ bytes }) => bytes.length + 500,
  })

  async function find(name: string, read: () => Promise<Found | undefined>): Promise<Picture> {
    const known = hot.get(name)
    if (known) return known
    const found = await read()
    if (!found) throw unknown()
    const picture = { ...found, bytes: new Uint8Array(found.bytes), etag: etagOf(found.bytes) }
    if (!picture.passing) hot.set(name, picture)
    return picture
  }

  const swatchOf = (ctx: Ctx, id: string) =>
    find(swatchKey(id), async () => {
      const bytes = await findSwatch(ctx, id)
      return bytes && { bytes, type: 'image/webp', passing: false }
    })

  async function sharedOf(ctx: Ctx, kind: ShareKind, slug: string): Promise<Picture> {
    const product = await findProduct(ctx, slug)
    const picture = product && sharePictureOf(ctx, kind, product, await findBrand(ctx))
    if (!picture) throw unknown()
    return find(picture.name, async () => {
      const bytes = await picture.read()
      return bytes && { bytes, type: 'image/jpeg', passing: false }
    })
  }

  const api = new OpenAPIHono<ApiEnv>()
  api.get('/media/:name', async (c) => {
    const name = c.req.param('name')
    const ctx = c.get('ctx')
    const cloth = /^([0-9a-f]{32})-cloth\.webp$/.exec(name)?.[1]
    if (cloth) return send(c, await swatchOf(ctx, cloth), forEver)
    const picture = await find(name, () => findPictureFile(ctx, name))
    return send(c, picture, picture.passing ? forNow : forEver)
  })
  // A list names its swatches by their products, whose addresses it holds anyway: thirty names of files would not fit.
  api.get('/media/renk/:slug', async (c) => {
    const ctx = c.get('ctx')
    const id = await findMainPicture(ctx, c.req.param('slug'))
    if (!id) throw unknown()
    return send(c, await swatchOf(ctx, id), forAWhile)
  })
  for (const kind of shareKinds)
    api.get(`/media/${kind}/:slug`, async (c) =>
      send(c, await sharedOf(c.get('ctx'), kind, c.req.param('slug')), forAWhile),
    )
  api.get('/media/logo/:id/:name', async (c) => {
    const { id, name } = c.req.param()
    const file = await findLogoFile(c.get('ctx'), id, name)
    if (!file) throw unknown()
    const bytes = new Uint8Array(file.bytes)
    return send(c, { bytes, etag: etagOf(bytes), type: file.type, passing: false }, forEver)
  })
  api.get('/media/gorunum/:name', async (c) => {
    const style = await findStyle(c.get('ctx'))
    const bytes = new TextEncoder().encode(style)
    // A page from before a change names the style of then: it gets that of now, which no browser keeps by the old name.
    const named = c.req.param('name') === `${styleName(style)}.css`
    const sheet = { bytes, etag: etagOf(bytes), type: 'text/css; charset=utf-8', passing: false }
    return send(c, sheet, named ? forEver : 'no-cache')
  })
  return api
}

const forEver = 'public, max-age=31536000, immutable'
/** The owner may give the product another picture. */
const forAWhile = 'public, max-age=3600, stale-while-revalidate=604800'

/** Until the file of that name is drawn. */
const forNow = 'public, max-age=30'

const unknown = () => notFound('Böyle bir görsel yok.')

function send(c: Context<ApiEnv>, { bytes, etag, type }: Picture, cacheControl: string) {
  const headers = {
    'Content-Type': type,
    'Cache-Control': cacheControl,
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    // Drawing programs write colors as a style sheet within.
    'Content-Security-Policy': `default-src 'none'${type === 'image/svg+xml' ? "; style-src 'unsafe-inline'" : ''}; frame-ancestors 'none'; sandbox`,
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
