import sharp from 'sharp'
import type { Ctx } from '#shop/ctx.ts'
import { aCategory, anImage } from './factories.ts'
import type { Json } from './process.ts'

type App = { fetch(request: Request): Response | Promise<Response> }
type Fields = Record<string, string | File | File[] | undefined>

/** Calls the API with form data, as the panel does. */
export async function sendForm(app: App, method: string, path: string, fields: Fields, token?: string) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) if (one !== undefined) body.append(name, one)
  const headers = token ? { authorization: `Bearer ${token}` } : undefined
  const response = await app.fetch(new Request(`http://shop.test/api/v1${path}`, { method, headers, body }))
  return { status: response.status, body: JSON.parse(await response.text()) as Json }
}

/** Makes a small picture of one color; another color gives another picture. */
export async function aPhoto(background: string, name = 'foto.png'): Promise<File> {
  const bytes = await sharp({ create: { width: 8, height: 10, channels: 3, background } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' })
}

export const aVariantRow = {
  sku: 'KE-S',
  color: 'Kum',
  colorHex: '#CDBB9F',
  size: 'S',
  price: 1199.5,
  stockQuantity: 4,
}

/** The fields of a whole new product. */
export async function aProductForm(ctx: Ctx, given: Record<string, string | undefined> = {}) {
  return {
    name: 'Keten Elbise',
    description: 'Hafif keten elbise.',
    categoryId: (await aCategory(ctx)).id,
    mainImageId: await anImage(ctx),
    variants: JSON.stringify([aVariantRow]),
    ...given,
  }
}
