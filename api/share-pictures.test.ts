import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { findProduct } from '#shop/catalog/products.ts'
import { variants } from '#shop/catalog/schema.ts'
import { shareAddress } from '#shop/catalog/sharing/picture.ts'
import { sharp } from '#shop/media/decoders.ts'
import { sourceKey } from '#shop/media/picture-files.ts'
import { findBrand } from '#shop/settings/brand.ts'
import { aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'

test('a product is shared with a picture of its own, which follows what is said of it', async ({ ctx, app }) => {
  const { id, slug, images } = await aProduct(ctx, { name: 'Işıltılı Elbise', variants: [{ stock: 2 }] })
  const cloth = sharp({ create: { width: 1200, height: 1500, channels: 3, background: '#aa3311' } })
  await ctx.files.put(sourceKey(images[0]?.id ?? '', 1200), await cloth.webp().toBuffer(), 'image/webp')
  const get = (path: string, headers = {}) => app.fetch(new Request(`http://shop.test${path}`, { headers }))
  const previewOf = async () =>
    /<meta property="og:image" content="[^"]*(\/media\/preview\/[^"]+)"/.exec(
      await (await get(`/urun/${slug}`)).text(),
    )?.[1]

  const preview = (await previewOf()) ?? ''
  expect(preview).toContain(slug)
  for (const [path, width, height] of [
    [preview, 1200, 630],
    [`/media/story/${slug}`, 1080, 1920],
  ] as const) {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width, height })
    const etag = answer.headers.get('etag') ?? ''
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
  }
  await ctx.db.update(variants).set({ stock: 0 }).where(eq(variants.productId, id))
  const soldOut = await findProduct(ctx, slug)
  expect(soldOut && shareAddress('preview', soldOut, await findBrand(ctx))).not.toBe(preview)
  expect((await get('/media/story/yok-boyle-bir-urun')).status).toBe(404)
})
