import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { getAdminProduct } from '#shop/catalog/edits/admin-products.ts'
import { changeProduct } from '#shop/catalog/edits/product-edits.ts'
import { createProductGroup, deleteProductGroup, listProductGroups } from '#shop/catalog/groups.ts'
import { products } from '#shop/catalog/schema.ts'
import { stocks, test } from '#test/bulk/shop.ts'
import { aCategory, aProduct } from '#test/factories.ts'
import type { Json } from '#test/process.ts'

describe('other fields', () => {
  test('category, texts and state are set for all and come back', async ({ ctx, change, undo }) => {
    const bag = await aCategory(ctx, { name: 'Çanta' })
    const product = await aProduct(ctx, { fabric: 'Keten' })
    const done = await change([product.id], {
      categoryId: bag.id,
      status: 'draft',
      vatRate: '20',
      fabric: '%100 pamuk',
      care: '',
      fit: 'bol',
    })
    expect(done.title).toBe('Kategori: Çanta, Taslağa alınır, KDV oranı: %20, Kumaş: %100 pamuk, Bakım: —, Kalıp: bol')
    expect(done.preview[0].changes.map(({ label }: Json) => label)).toEqual([
      'Kategori',
      'Durum',
      'KDV oranı',
      'Kumaş',
      'Kalıp',
    ])
    expect(await getAdminProduct(ctx, product.id)).toMatchObject({
      category: { id: bag.id },
      published: false,
      vatRate: '20',
      fabric: '%100 pamuk',
      fit: 'bol',
    })
    await undo(done.id)
    expect(await getAdminProduct(ctx, product.id)).toMatchObject({
      category: { id: product.category.id },
      published: true,
      vatRate: null,
      fabric: 'Keten',
      fit: null,
    })
  })

  test('what cannot be sold is not published; what is so already is left alone', async ({ ctx, preview, call }) => {
    const bare = await aProduct(ctx)
    await ctx.db.update(products).set({ images: [], publishedAt: null }).where(eq(products.id, bare.id))
    const shown = await aProduct(ctx)
    const read = await preview([bare.id, shown.id], { status: 'published' })
    expect(read.counts).toMatchObject({ changed: 0, same: 1, failed: 1 })
    expect(read.preview[0].notes[0].message).toBe('Görseli olmadığı için yayına alınamaz')
    const failed = await call('GET', `/admin/products/bulk/${read.id}?show=FAILED&limit=1`)
    expect(failed.body.data).toMatchObject({ preview: [{ productId: bare.id }], pagination: { total: 1 } })
    for (const [show, total] of [
      ['SAME', 1],
      ['CHANGED', 0],
      ['MARKED', 0],
      ['KEPT', 0],
    ])
      expect((await call('GET', `/admin/products/bulk/${read.id}?show=${show}`)).body.data.pagination.total).toBe(total)
  })

  test('a group of colors is joined and left, and each product finds its place again', async ({
    ctx,
    change,
    undo,
  }) => {
    const [a, b, c] = [await aProduct(ctx), await aProduct(ctx), await aProduct(ctx)]
    const group = await createProductGroup(ctx, { name: 'Keten', productIds: [a.id, b.id] })
    const members = async () => (await listProductGroups(ctx))[0]?.members.map(({ id }) => id)
    const joined = await change([a.id, c.id], { groupId: group.id })
    expect(joined.counts).toMatchObject({ changed: 1, same: 1 })
    expect(await members()).toEqual([a.id, b.id, c.id])
    const left = await change([a.id], { groupId: null })
    expect(await members()).toEqual([b.id, c.id])
    await undo(left.id)
    expect(await members()).toEqual([a.id, b.id, c.id])
    await undo(joined.id)
    expect(await members()).toEqual([a.id, b.id])
    const again = await change([a.id], { groupId: null })
    await deleteProductGroup(ctx, group.id)
    expect((await undo(again.id)).preview[0].kept).toContain('Renk grubu silinmiş')
  })
})

test('tags are added and taken away, the others stay; products are found by them, and shoppers see none', async ({
  ctx,
  api,
  call,
  change,
  preview,
  undo,
}) => {
  const [one, two, three] = [await aProduct(ctx), await aProduct(ctx), await aProduct(ctx)]
  await change([one.id], { tags: { add: 'Keten' } })
  const done = await change([one.id, two.id], { tags: { add: ' YAZ, İndirim  günü ,yaz', remove: 'keten' } })
  expect(done).toMatchObject({ title: 'Etiket eklenir: yaz, indirim günü, Etiket çıkar: keten', done: 2 })
  expect(done.preview[0].changes).toEqual([{ label: 'Etiketler', before: 'keten', after: 'yaz, indirim günü' }])
  expect((await call('GET', '/admin/product-tags')).body.data).toEqual([
    { tag: 'indirim günü', products: 2 },
    { tag: 'yaz', products: 2 },
  ])
  const { body } = await call('GET', '/admin/products?tag=Yaz')
  expect(body.pagination.total).toBe(2)
  expect(body.data.map(({ tags }: Json) => tags)).toEqual(['yaz, indirim günü', 'yaz, indirim günü'])
  const filtered = await call('POST', '/admin/products/bulk', { filter: { tag: 'yaz' }, change: { status: 'draft' } })
  expect(filtered.body.data.count).toBe(2)
  expect((await preview([three.id], { tags: { remove: 'yaz' } })).counts).toMatchObject({ changed: 0, same: 1 })
  expect(JSON.stringify((await api('GET', `/products/${one.slug}`)).body)).not.toContain('indirim günü')
  await undo(done.id)
  expect((await call('GET', '/admin/product-tags')).body.data).toEqual([{ tag: 'keten', products: 1 }])
  for (const path of ['/admin/product-tags', '/admin/products?tag=yaz'])
    expect((await api('GET', path)).status).toBe(401)
})

describe('a deletion', () => {
  test('takes products out and brings them back whole, addresses and groups too', async ({
    ctx,
    api,
    change,
    undo,
  }) => {
    const product = await aProduct(ctx, { name: 'Eski Ad', variants: [{ sku: 'SIL-1', stock: 4 }, {}] })
    const other = await aProduct(ctx)
    await createProductGroup(ctx, { name: 'Keten', productIds: [product.id, other.id] })
    await changeProduct(ctx, product.id, { slug: 'yeni-adres' })
    const done = await change([product.id], { delete: true })
    expect(done.preview[0]).toMatchObject({
      before: { deleted: false },
      after: { deleted: true },
      notes: [{ kind: 'ODD' }],
    })
    expect((await api('GET', '/products/yeni-adres')).status).toBe(404)
    await undo(done.id)
    const back = await getAdminProduct(ctx, product.id)
    expect([back.slug, stocks(back), back.variants[0]?.sku]).toEqual(['yeni-adres', [4, 5], 'SIL-1'])
    expect((await listProductGroups(ctx))[0]?.members.map(({ id }) => id)).toEqual([product.id, other.id])
    expect((await api('GET', `/products/${product.slug}`)).body.data.id).toBe(product.id)
  })

  test('stays where another product has taken the code, and the others of the hundred come back', async ({
    ctx,
    change,
    undo,
  }) => {
    const [taken, free] = [await aProduct(ctx, { variants: [{ sku: 'KOD' }] }), await aProduct(ctx)]
    const done = await change([taken.id, free.id], { delete: true })
    await aProduct(ctx, { variants: [{ sku: 'KOD' }] })
    const undone = await undo(done.id)
    expect(undone).toMatchObject({ state: 'DONE', undone: 1, kept: 1 })
    expect(undone.preview.map(({ kept }: Json) => kept)).toEqual([
      'SKU’sunu başka bir ürün almış; olduğu gibi bırakıldı',
      null,
    ])
    expect((await getAdminProduct(ctx, free.id)).id).toBe(free.id)
  })
})
