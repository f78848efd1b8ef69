import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { anImage, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { products, variants } from '../catalog/schema.ts'
import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { holdStock, outOfStock, priceLines, type Short, shortOf } from './lines.ts'

const sizes = (ctx: Ctx) =>
  aProduct(ctx, {
    variants: [
      { size: 'S', color: 'Kum', priceKurus: 10_000, stock: 3 },
      { size: 'M', color: 'Kum', priceKurus: 11_000, stock: 1 },
      { size: 'S', color: 'Siyah', priceKurus: 12_000, stock: 0 },
    ],
  })
const stocksOf = async (ctx: Ctx, productId: string) =>
  (await ctx.db.select().from(variants).where(eq(variants.productId, productId)).orderBy(variants.priceKurus)).map(
    ({ stock }) => stock,
  )

describe('pricing a cart', () => {
  test('finds the size by its number, or by what the shopper chose', async ({ ctx }) => {
    const { id: productId, ...product } = await sizes(ctx)
    await aProduct(ctx)
    const of = (size: string, color: string) =>
      product.variants.find((variant) => variant.size === size && variant.color === color)
    const [small, medium, black] = [of('S', 'Kum'), of('M', 'Kum'), of('S', 'Siyah')]
    const found = async (wanted: object) =>
      (await priceLines(ctx, [{ productId, quantity: 1, ...wanted }]))[0]?.item.variantId
    expect(await found({ variantId: medium?.id })).toBe(medium?.id)
    expect(await found({ size: 'S' })).toBe(small?.id)
    expect(await found({ size: 'S', color: 'Siyah' })).toBe(black?.id)
    expect(await found({ variantId: small?.id, size: 'S' })).toBe(small?.id)
    for (const wanted of [{ size: 'XL' }, { size: 'M', color: 'Siyah' }, { variantId: small?.id, size: 'M' }]) {
      await expect(found(wanted)).rejects.toMatchObject({
        fields: { 'orderData.cartItems.0.size': [`${product.name}: seçtiğiniz beden artık satışta değil`] },
      })
    }
  })

  test('a size without a color is one that there is enough of', async ({ ctx }) => {
    const { id: productId } = await aProduct(ctx, {
      variants: [
        { size: 'M', color: 'Siyah', stock: 0 },
        { size: 'M', color: 'Kum', stock: 1 },
        { size: 'M', color: 'Ekru', stock: 3 },
      ],
    })
    const colorOf = async (quantity: number) =>
      (await priceLines(ctx, [{ productId, size: 'M', quantity }]))[0]?.item.color
    expect([await colorOf(1), await colorOf(2)]).toEqual(['Kum', 'Ekru'])
    expect(await colorOf(4)).toBe('Siyah')
  })

  test('tells everything that the order keeps of it', async ({ ctx }) => {
    const product = await aProduct(ctx, {
      withdrawalExemption: 'hijyen',
      variants: [{ priceKurus: 10_000, size: 'M' }],
    })
    const [variant] = product.variants
    const { id: productId, name, slug, images } = product
    const [line] = await priceLines(ctx, [{ productId, quantity: 2, size: 'M' }])
    expect(line).toEqual({
      ...{
        quantity: 2,
        unitPriceKurus: 10_000,
        categoryId: product.category.id,
        categoryName: product.category.name,
        withdrawalExemption: 'hijyen',
        weightClass: null,
      },
      item: {
        ...{ productId, variantId: variant?.id, quantity: 2, unitPriceKurus: 10_000 },
        ...{ productName: name, productSlug: slug, color: 'Kum', size: 'M', sku: variant?.sku, imageId: images[0]?.id },
        vatRate: 10,
      },
    })
    const own = await anImage(ctx)
    await ctx.db
      .update(variants)
      .set({ images: [own] })
      .where(eq(variants.id, variant?.id ?? ''))
    expect((await priceLines(ctx, [{ productId, quantity: 1, size: 'M' }]))[0]?.item.imageId).toBe(own)
  })

  test('makes one line of the same size twice, and several of several', async ({ ctx }) => {
    const { id: productId } = await sizes(ctx)
    const lines = await priceLines(ctx, [
      { productId, quantity: 1, size: 'S' },
      { productId, quantity: 1, size: 'M' },
      { productId, quantity: 2, size: 'S', color: 'Kum' },
    ])
    expect(lines.map(({ quantity, item }) => [item.size, quantity, item.quantity])).toEqual([
      ['S', 3, 3],
      ['M', 1, 1],
    ])
  })

  test('knows nothing of what is not on sale', async ({ ctx, clock }) => {
    const { id: productId, variants: own } = await sizes(ctx)
    const ask = (id: string, wanted: object = { size: 'S' }) =>
      priceLines(ctx, [{ productId: id, quantity: 1, ...wanted }])
    await expect(ask(newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ask('no id')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await ctx.db
      .update(variants)
      .set({ retiredAt: clock.now })
      .where(eq(variants.id, own.find(({ size }) => size === 'M')?.id ?? ''))
    await expect(ask(productId, { size: 'M' })).rejects.toMatchObject({ code: 'INVALID' })
    await ctx.db.update(variants).set({ retiredAt: clock.now }).where(eq(variants.productId, productId))
    for (const wanted of [{}, { size: 'S' }, { variantId: own[0]?.id }])
      await expect(ask(productId, wanted), 'no size is left').rejects.toMatchObject({ code: 'INVALID' })
    await ctx.db.update(products).set({ deletedAt: clock.now }).where(eq(products.id, productId))
    await expect(ask(productId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('holding the stock of a cart', () => {
  const linesOf = (ctx: Ctx, productId: string, quantities: Record<string, number>) =>
    priceLines(
      ctx,
      Object.entries(quantities).map(([size, quantity]) => ({ productId, quantity, size, color: 'Kum' })),
    )

  test('takes all units, or tells what of each line is left', async ({ ctx }) => {
    const { id, name } = await sizes(ctx)
    await holdStock(ctx, await linesOf(ctx, id, { S: 2, M: 1 }))
    expect(await stocksOf(ctx, id)).toEqual([1, 0, 0])
    const short = await holdStock(ctx, await linesOf(ctx, id, { S: 2, M: 1 })).catch((error) => error)
    expect(short).toMatchObject({
      code: 'OUT_OF_STOCK',
      message: expect.stringMatching(/; lütfen sepetinizi güncelleyin\.$/),
    })
    for (const sentence of [`${name} (S) ürününden yalnızca 1 adet kaldı`, `${name} (M) tükendi`])
      expect(short.message).toContain(sentence)
    const left = short.data.lines.map(({ size, available }: { size: string; available: number }) => [size, available])
    expect(left.sort()).toEqual([
      ['M', 0],
      ['S', 1],
    ])
    await holdStock(ctx, await linesOf(ctx, id, { S: 1 }))
    expect(await stocksOf(ctx, id)).toEqual([0, 0, 0])
  })

  test('a size that was retired after it was priced is off sale, however many are left', async ({ ctx, clock }) => {
    const { id, name } = await sizes(ctx)
    const lines = await linesOf(ctx, id, { S: 1 })
    await ctx.db.update(variants).set({ retiredAt: clock.now })
    await expect(holdStock(ctx, lines)).rejects.toMatchObject({
      message: `${name} (S) artık satışta değil; lütfen sepetinizi güncelleyin.`,
      data: { lines: [{ available: 0 }] },
    })
    expect(await stocksOf(ctx, id)).toEqual([3, 1, 0])
  })

  test('pages show it at once', async ({ ctx, catalogChanges }) => {
    const { id } = await sizes(ctx)
    catalogChanges.length = 0
    await holdStock(ctx, await linesOf(ctx, id, { S: 1 }))
    expect(catalogChanges).toEqual([{ productIds: expect.arrayContaining([id]) }])
  })
})

test('a shelf that is short is told in the same order, however the cart was filled: nobody waits in a circle', async ({
  ctx,
}) => {
  const { id: productId, variants: made } = await sizes(ctx)
  const wanted = made.map(({ id: variantId }) => ({ productId, variantId, quantity: 9 }))
  const told = async (cart: typeof wanted) => {
    const lines = await priceLines(ctx, cart)
    const error = await holdStock(ctx, lines).catch((error) => error)
    return error.data.lines.map(({ variantId }: { variantId: string }) => variantId)
  }
  const inOrder = made.map(({ id }) => id).sort()
  expect(await told(wanted)).toEqual(inOrder)
  expect(await told(wanted.toReversed())).toEqual(inOrder)
})

test('what is gone is told before anything is held in the words in which holding it is refused', async ({
  ctx,
  clock,
}) => {
  const [one, other] = [await sizes(ctx), await sizes(ctx)]
  type Wanted = { productId: string; variantId?: string; size?: string; color?: string; quantity: number }
  const line = (product: typeof one, size: string, color: string, quantity: number): Wanted => {
    const variant = product.variants.find((each) => each.size === size && each.color === color)
    return { productId: product.id, variantId: variant?.id ?? '', size, quantity }
  }
  const early = async (cart: Wanted[]) => {
    const { rows } = await ctx.db.execute<{ short: Short[] | null }>(sql`select ${shortOf(cart)} as short`)
    const [found] = rows
    return found?.short ? outOfStock(found.short) : undefined
  }
  const [few, last, none] = [line(one, 'S', 'Kum', 2), line(other, 'M', 'Kum', 1), line(one, 'S', 'Siyah', 1)]
  for (const cart of [[none], [few, few], [last, none, few, few], [line(other, 'M', 'Kum', 2), none, few]]) {
    const lines = await priceLines(ctx, cart)
    const late = await inTransaction(ctx, (ctx) => holdStock(ctx, lines)).catch((error) => error)
    const told = await early(cart)
    expect([told?.code, told?.message, told?.data]).toEqual([late.code, late.message, late.data])
  }
  expect(await early([few, last]), 'all is there').toBeUndefined()
  const { variantId: _, ...bySize } = none
  const wrong = [{ ...none, size: 'M' }, { ...none, color: 'Kum' }, { ...none, productId: other.id }, bySize]
  const spelled = { ...none, variantId: none.variantId?.toUpperCase() ?? '' }
  for (const inexact of [...wrong, spelled, { ...none, variantId: newId() }])
    expect(await early([few, few, inexact]), 'pricing the cart refuses it, or finds another size').toBeUndefined()
  await ctx.db.update(products).set({ deletedAt: clock.now }).where(eq(products.id, other.id))
  expect(await early([none, last])).toBeUndefined()
  await ctx.db
    .update(variants)
    .set({ retiredAt: clock.now })
    .where(eq(variants.id, none.variantId ?? ''))
  expect(await early([none])).toBeUndefined()
})
