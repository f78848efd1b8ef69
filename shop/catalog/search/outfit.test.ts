import { expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { aPayment } from '#test/checkout.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { aVariantRow, sendForm } from '#test/forms.ts'
import { test } from '#test/shop.ts'
import { createProductGroup } from '../groups.ts'
import { findOutfit } from './outfit.ts'

const names = async (ctx: Ctx, id: string) => (await findOutfit(ctx, id)).map(({ name }) => name)

async function aShop(ctx: Ctx) {
  const category = async (name: string) => (await aCategory(ctx, { name })).id
  const [blouse, skirt, bag, special] = [
    await category('Bluz'),
    await category('Etek'),
    await category('Çanta'),
    await category('Özel Koleksiyon'),
  ]
  const make = async (name: string, categoryId: string, color: string, stock = 5) =>
    (await aProduct(ctx, { name, categoryId, variants: [{ color, stock }] })).id
  return { blouse, skirt, bag, special, make }
}

test('what goes with a product is of its color and from other areas, by turns, one of each design, in stock', async ({
  ctx,
}) => {
  const { blouse, skirt, bag, special, make } = await aShop(ctx)
  const product = await make('Bluz Zeytin', blouse, 'Zeytin')
  await make('Gömlek Haki', blouse, 'Haki')
  await make('Kazak Zümrüt', special, 'Zümrüt')
  await make('Etek Yosun', skirt, 'Yosun', 0)
  const pleated = [await make('Pileli Haki', skirt, 'Haki'), await make('Pileli Adaçayı', skirt, 'Adaçayı')]
  await createProductGroup(ctx, { name: 'Pileli', productIds: pleated })
  await make('Kloş Zeytin', skirt, 'Zeytin')
  await make('Tote Haki', bag, 'Haki')
  await make('Sepet Bordo', bag, 'Bordo')

  const found = await names(ctx, product)
  expect(found).toHaveLength(3)
  expect(found.map((name) => name.split(' ')[0]).sort()).toEqual(['Kloş', 'Pileli', 'Tote'])
  // A skirt and a bag before the second skirt.
  expect(found.slice(0, 2)).toContain('Tote Haki')
  expect(await names(ctx, product)).toEqual(found)
})

test('no skirt goes with a dress, nor a dress with a skirt', async ({ ctx }) => {
  const { skirt, bag, blouse, make } = await aShop(ctx)
  const dress = await make('Elbise Haki', (await aCategory(ctx, { name: 'Abiye Elbise' })).id, 'Haki')
  const pleated = await make('Pileli Haki', skirt, 'Haki')
  await make('Tote Haki', bag, 'Haki')
  await make('Sepet Siyah', bag, 'Siyah')
  await make('Bluz Haki', blouse, 'Haki')
  expect(await names(ctx, dress)).toEqual(['Tote Haki', 'Sepet Siyah'])
  expect((await names(ctx, pleated)).sort()).toEqual(['Bluz Haki', 'Sepet Siyah', 'Tote Haki'])
})

test('where its color is rare, black, cream and white fill up; a pattern has no color of its own', async ({ ctx }) => {
  const { blouse, skirt, bag, make } = await aShop(ctx)
  const red = await make('Bluz Kırmızı', blouse, 'Kırmızı')
  const striped = await make('Bluz Çizgili', blouse, 'Lacivert Çizgili')
  await make('Etek Kırmızı', skirt, 'Kırmızı')
  await make('Etek Çiçekli', skirt, 'Çiçekli')
  await make('Çanta Siyah', bag, 'Siyah')
  expect(await names(ctx, red)).toEqual(['Etek Kırmızı', 'Çanta Siyah'])
  // One piece is no outfit.
  expect(await names(ctx, striped)).toEqual([])
  await make('Etek Ekru', skirt, 'Ekru')
  expect((await names(ctx, striped)).sort()).toEqual(['Etek Ekru', 'Çanta Siyah'].sort())
})

test('the owner’s choice comes first, in its order and only what can be bought', async ({ ctx, app }) => {
  const { blouse, skirt, bag, special, make } = await aShop(ctx)
  const product = await make('Bluz Mavi', blouse, 'Mavi')
  const shirt = await make('Gömlek', blouse, 'Beyaz')
  const sweater = await make('Kazak', special, 'Kiremit')
  const gone = await make('Kemer', bag, 'Kahve', 0)
  await make('Etek Mavi', skirt, 'Mavi')
  const owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const choose = (outfit: string[]) =>
    sendForm(app, 'PUT', `/admin/products/${product}`, { outfit: JSON.stringify(outfit) }, owner)

  await choose([sweater, gone, shirt])
  const tags = new Set<string>()
  expect(await names({ ...ctx, tags }, product)).toEqual(['Kazak', 'Gömlek'])
  expect([...tags]).toEqual(expect.arrayContaining([sweater, gone, shirt]))

  await choose([sweater, gone])
  expect(await names(ctx, product)).toEqual(['Kazak', 'Etek Mavi'])
  await choose([])
  expect(await names(ctx, product)).not.toContain('Kazak')
})

test('the kept page shows another outfit once a piece is sold out, and the chosen piece again when it is back', async ({
  ctx,
  app,
  api,
}) => {
  const { blouse, skirt, bag, make } = await aShop(ctx)
  const product = await aProduct(ctx, { name: 'Bluz', categoryId: blouse, variants: [{ color: 'Bordo' }] })
  const last = await aProduct(ctx, { name: 'Etek A', categoryId: skirt, variants: [{ sku: 'EA', stock: 1 }] })
  const pieces = [last.id, await make('Çanta B', bag, 'Haki'), await make('Çanta C', bag, 'Mavi')]
  const owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const change = (id: string, fields: Record<string, string>) =>
    sendForm(app, 'PUT', `/admin/products/${id}`, fields, owner)
  const shown = async () => {
    const html = await (await app.fetch(new Request(`http://shop.test/urun/${product.slug}`))).text()
    const [section = ''] = /<section aria-labelledby="kombin".*?<\/section>/s.exec(html) ?? []
    return ['Etek A', 'Çanta B', 'Çanta C'].filter((name) => section.includes(name))
  }
  await change(product.id, { outfit: JSON.stringify(pieces) })
  expect(await shown()).toEqual(['Etek A', 'Çanta B', 'Çanta C'])
  const token = await signIn(ctx, await aUser(ctx))
  expect((await api('POST', '/payments/create', { token, body: aPayment(last) })).status).toBe(200)
  expect(await shown()).toEqual(['Çanta B', 'Çanta C'])
  const [variant] = last.variants
  await change(last.id, {
    variants: JSON.stringify([{ ...aVariantRow, id: variant?.id, sku: 'EA', stockQuantity: 2 }]),
  })
  expect(await shown()).toEqual(['Etek A', 'Çanta B', 'Çanta C'])
})
