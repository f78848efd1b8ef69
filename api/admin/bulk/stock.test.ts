import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { getAdminProduct } from '#shop/catalog/edits/admin-products.ts'
import { variants } from '#shop/catalog/schema.ts'
import { stocks, test } from '#test/bulk/shop.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { atCommit, inLine, lineOf } from '#test/waiting/line.ts'

describe('a change of stock', () => {
  test('keeps what is sold between the preview, the writing and the undoing', async ({
    ctx,
    call,
    preview,
    run,
    undo,
  }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 5 }, { stock: 7 }] })
    const [first] = product.variants
    const sell = (stock: number) =>
      ctx.db
        .update(variants)
        .set({ stock })
        .where(eq(variants.id, first?.id ?? ''))
    const added = await preview([product.id], { stock: { add: 10 } })
    expect(added.totals.stock).toEqual({ before: 12, after: 32 })
    await sell(3)
    await call('POST', `/admin/products/bulk/${added.id}/apply`)
    const { preview: units } = await run(added.id)
    expect(stocks(await getAdminProduct(ctx, product.id))).toEqual([13, 17])
    const { firstName, lastName } = (await call('GET', '/account')).body.data
    const [move] = (await call('GET', `/admin/products/${product.id}/stock-moves`)).body.data
    expect(move).toMatchObject({ cause: 'bulk', actor: `${firstName} ${lastName}` })
    expect(units[0]).toMatchObject({ before: { totalStock: 10 }, after: { totalStock: 30 } })
    await sell(12)
    await undo(added.id)
    expect(stocks(await getAdminProduct(ctx, product.id))).toEqual([2, 7])

    const set = await preview([product.id], { stock: { set: '20' } })
    await sell(1)
    await call('POST', `/admin/products/bulk/${set.id}/apply`)
    await run(set.id)
    expect(stocks(await getAdminProduct(ctx, product.id))).toEqual([19, 20])
  })

  test('names in the history of stock who applied it and who took it back, not who planned it', async ({
    ctx,
    api,
    preview,
    run,
  }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 5 }] })
    const { id } = await preview([product.id], { stock: { add: 10 } })
    for (const [firstName, what] of [
      ['Zeynep', 'apply'],
      ['Deniz', 'undo'],
    ]) {
      const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN', firstName, lastName: 'Ak' }))
      await api('POST', `/admin/products/bulk/${id}/${what}`, { token })
      await run(id)
      const { body } = await api('GET', `/admin/products/${product.id}/stock-moves`, { token })
      expect(body.data[0]).toMatchObject({ cause: 'bulk', actor: `${firstName} Ak` })
    }
  })

  test('never goes below nothing: not in the preview, not when it is written, not when it is undone', async ({
    ctx,
    call,
    preview,
    run,
    change,
    undo,
  }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 3 }] })
    const low = await preview([product.id], { stock: { add: -4 } })
    expect(low.preview[0].notes[0].message).toBe('Stok eksiye düşer: Kum / S bedeninde 3 adet var')
    expect((await call('POST', `/admin/products/bulk/${low.id}/apply`)).status).toBe(409)
    const fits = await preview([product.id], { stock: { add: -3 } })
    await ctx.db.update(variants).set({ stock: 1 })
    await call('POST', `/admin/products/bulk/${fits.id}/apply`)
    expect(await run(fits.id)).toMatchObject({ state: 'DONE', done: 1, refused: 1 })
    const more = await change([product.id], { stock: { add: 5 } })
    await ctx.db.update(variants).set({ stock: 2 })
    const undone = await undo(more.id)
    expect(undone).toMatchObject({ undone: 0, kept: 1 })
    expect(undone.preview[0].kept).toContain('Stok eksiye düşer')
    expect(stocks(await getAdminProduct(ctx, product.id))).toEqual([2])
  })

  test('tells shoppers who wait, and only caches that show the product', async ({ ctx, change, catalogChanges }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 0 }] })
    await inLine(ctx, { productId: product.id, size: 'S' }, ['ayse'])
    catalogChanges.length = 0
    await change([product.id], { stock: { add: 2 } })
    await atCommit(ctx)
    expect([await lineOf(ctx, product.id), stocks(await getAdminProduct(ctx, product.id))]).toEqual([
      ['ayse held'],
      [1],
    ])
    expect(catalogChanges).toMatchObject([{ productIds: expect.arrayContaining([product.id]) }])
  })
})
