import { z } from '@hono/zod-openapi'
import type { Ctx } from '#shop/ctx.ts'
import { invalid, ShopError } from '#shop/errors.ts'
import type { Image } from '#shop/media/images.ts'
import { storeImage } from '#shop/media/store-image.ts'
import { created, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { pictureUrl } from '../../products.ts'
import { route } from '../../route.ts'
import type { WireImage } from '../../wire/admin/catalog.ts'

export function toWireImage(image: Image): WireImage {
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
  route('POST /admin/images', {
    ...needs('catalog'),
    summary: 'Stores a picture for a product; its id goes into `mainImageId` or `existingImages`',
    request: {
      body: {
        required: true,
        content: { 'multipart/form-data': { schema: z.object({ file: z.unknown().openapi(binary) }) } },
      },
    },
    created: true,
    failures: { 400: 'Not a picture', ...staffFailures, 413: 'Larger than 10 MB' },
  }),
  async (c) => {
    const [file] = filesOf(c.req.valid('form').file)
    if (!file) throw invalid({ file: ['Bir resim dosyası seçin'] })
    const image = await storeUpload(c.get('ctx'), file, 'file')
    return created(c, toWireImage(image))
  },
)
