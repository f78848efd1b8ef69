import type { Ctx } from '#shop/ctx.ts'
import { ShopError } from '#shop/errors.ts'
import type { Image } from '#shop/media/images.ts'
import { storeImage } from '#shop/media/store-image.ts'
import { created, FileForm, fileOf, form, type openFile, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { pictureUrl } from '../../products.ts'
import { route } from '../../route.ts'
import type { WireImage } from '../../wire/admin/catalog.ts'

export function toWireImage(image: Image): WireImage {
  return { ...image, url: pictureUrl(image) }
}

type Upload = Awaited<ReturnType<typeof openFile>>

/** Stores an uploaded picture; a refusal names the field. */
export async function storeUpload(ctx: Ctx, { name, bytes }: Upload, field: string): Promise<Image> {
  return storeImage(ctx, bytes).catch((error: unknown) => {
    // Only what is wrong with the file is told beside its field.
    if (!(error instanceof ShopError) || error.code === 'UNAVAILABLE') throw error
    throw new ShopError(error.code, error.message, {
      fields: { [field]: [error.message] },
      data: { file: name },
      cause: error,
    })
  })
}

export const adminImages = resource().openapi(
  route('POST /admin/images', {
    ...needs('catalog'),
    summary: 'Stores a picture for a product; its id goes into `mainImageId` or `existingImages`',
    request: form(FileForm),
    created: true,
    failures: { 400: 'Not a picture', ...staffFailures, 413: 'Larger than 10 MB' },
  }),
  async (c) => {
    const file = await fileOf(c.req.valid('form').file, 'Bir resim dosyası seçin')
    return created(c, toWireImage(await storeUpload(c.get('ctx'), file, 'file')))
  },
)
