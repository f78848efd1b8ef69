import { createRoute, z } from '@hono/zod-openapi'
import type { Ctx } from '#shop/ctx.ts'
import { invalid, ShopError } from '#shop/errors.ts'
import type { Image } from '#shop/media/images.ts'
import { storeImage } from '#shop/media/store-image.ts'
import { answers, bearer, resource } from './api.ts'
import { pictureUrl } from './products.ts'

export const AdminImage = z.object({
  id: z.string(),
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  tone: z.string(),
  avif: z.boolean(),
})

export function toWireImage(image: Image): z.infer<typeof AdminImage> {
  return { ...image, url: pictureUrl(image) }
}

export const binary = { type: 'string' as const, format: 'binary' }

/** The files in one field of a form, those that were chosen. */
export function filesOf(value: unknown): File[] {
  return [value].flat().filter((one): one is File => one instanceof File && (one.size > 0 || one.name !== ''))
}

/** Stores an uploaded picture; a refusal names the field. */
export async function storeUpload(ctx: Ctx, file: File, field: string): Promise<Image> {
  return storeImage(ctx, new Uint8Array(await file.arrayBuffer())).catch((error: unknown) => {
    // Only what is wrong with the file is told beside its field.
    if (!(error instanceof ShopError) || error.code === 'UNAVAILABLE') throw error
    throw new ShopError(error.code, error.message, {
      fields: { [field]: [error.message] },
      data: { file: file.name },
      cause: error,
    })
  })
}

export const adminImages = resource().openapi(
  createRoute({
    method: 'post',
    path: '/admin/images',
    tags: ['Admin'],
    summary: 'Stores a picture for a product; its id goes into `existingImages`',
    security: bearer,
    request: {
      body: {
        required: true,
        content: { 'multipart/form-data': { schema: z.object({ file: z.unknown().openapi(binary) }) } },
      },
    },
    responses: answers(
      AdminImage,
      { 400: 'Not a picture', 401: 'Not signed in', 403: 'Not an admin', 413: 'Larger than 10 MB' },
      201,
    ),
  }),
  async (c) => {
    const [file] = filesOf(c.req.valid('form').file)
    if (!file) throw invalid({ file: ['Bir resim dosyası seçin'] })
    const image = await storeUpload(c.get('ctx'), file, 'file')
    return c.json({ success: true as const, data: toWireImage(image) }, 201)
  },
)
