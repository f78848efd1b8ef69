import { describe, expect } from 'vitest'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

describe('favorites', () => {
  test('are added and taken out, however often one asks', async ({ api, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const first = await aProduct(ctx, { name: 'Saten Elbise', variants: [{ priceKurus: 119_950 }] })
    const second = await aProduct(ctx)
    for (const { id: productId } of [first, first, second]) {
      const { status, body } = await api('POST', '/favorites/add', { token, body: { productId } })
      expect([status, body.success, body.data]).toEqual([200, true, { productId }])
    }
    const { body } = await api('GET', '/favorites/my', { token })
    expect(body.data.map((favorite: { productId: string }) => favorite.productId)).toEqual([second.id, first.id])
    expect(body.data[1]).toEqual({
      id: expect.any(String),
      productId: first.id,
      product: {
        id: first.id,
        slug: 'saten-elbise',
        name: 'Saten Elbise',
        mainImage: expect.any(String),
        price: 1199.5,
        variants: [expect.objectContaining({ color: 'Kum', size: 'S', price: 1199.5, stockQuantity: 5 })],
      },
      addedPrice: 1199.5,
    })
    for (let n = 0; n < 2; n++) {
      expect((await api('DELETE', '/favorites/remove', { token, body: { productId: first.id } })).status).toBe(200)
    }
    expect((await api('GET', '/favorites/my', { token })).body.data).toHaveLength(1)
  })

  test('of one customer are neither seen nor touched by another', async ({ api, ctx }) => {
    const mine = await signIn(ctx, await aUser(ctx))
    const hers = await signIn(ctx, await aUser(ctx))
    const { id: productId } = await aProduct(ctx)
    await api('POST', '/favorites/add', { token: mine, body: { productId } })
    expect((await api('GET', '/favorites/my', { token: hers })).body.data).toEqual([])
    await api('DELETE', '/favorites/remove', { token: hers, body: { productId } })
    expect((await api('GET', '/favorites/my', { token: mine })).body.data).toHaveLength(1)
  })

  test('of a browser join those of the account once she signs in, in their order and however often', async ({
    api,
    ctx,
  }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const products = []
    for (let n = 0; n < 4; n++) products.push((await aProduct(ctx)).id)
    const [hers, both, older, newer] = products
    for (const productId of [hers, both]) await api('POST', '/favorites/add', { token, body: { productId } })
    const gone = '01890000-0000-7000-8000-000000000000'
    const body = { productIds: [older, gone, both, 'x', newer, older] }
    for (let n = 0; n < 2; n++) {
      const answer = await api('POST', '/favorites/merge', { token, body })
      expect([answer.status, answer.body.data]).toEqual([200, { productIds: [newer, older, both, hers] }])
    }
    const { body: mine } = await api('GET', '/favorites/my', { token })
    expect(mine.data.map((favorite: { productId: string }) => favorite.productId)).toEqual([newer, older, both, hers])
    expect(mine.data[0].addedPrice).toBe(mine.data[0].product.price)
    const none = await api('POST', '/favorites/merge', { token, body: { productIds: [] } })
    expect(none.body.data.productIds).toHaveLength(4)
  })

  test('of a guest are shown without an account: what is on sale of them, newest first', async ({ api, ctx }) => {
    const older = await aProduct(ctx, { name: 'Saten Elbise', variants: [{ priceKurus: 119_950 }] })
    const newer = await aProduct(ctx)
    const gone = '01890000-0000-7000-8000-000000000000'
    const { status, body } = await api('GET', `/favorites/guest?ids=${[older.id, gone, 'x', newer.id].join()}`)
    expect([status, body.data.map((each: { productId: string }) => each.productId)]).toEqual([
      200,
      [newer.id, older.id],
    ])
    expect(body.data[1]).toMatchObject({
      id: older.id,
      product: { name: 'Saten Elbise', price: 1199.5 },
      addedPrice: null,
    })
    expect((await api('GET', '/favorites/guest')).body.data).toEqual([])
    const many = Array.from({ length: 101 }, () => older.id).join()
    expect((await api('GET', `/favorites/guest?ids=${many}`)).status).toBe(400)
  })

  test('are refused to guests before anything else is looked at', async ({ api, ctx }) => {
    const { id: productId } = await aProduct(ctx)
    for (const body of [{ productId }, {}]) {
      expect((await api('POST', '/favorites/add', { body })).status).toBe(401)
      expect((await api('DELETE', '/favorites/remove', { body })).status).toBe(401)
    }
    expect((await api('GET', '/favorites/my')).status).toBe(401)
    expect((await api('POST', '/favorites/merge', { body: { productIds: [productId] } })).status).toBe(401)
  })

  test('need a product that is on sale', async ({ api, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx))
    for (const productId of ['x', "' or 1=1 --", '01890000-0000-7000-8000-000000000000']) {
      expect((await api('POST', '/favorites/add', { token, body: { productId } })).status, productId).toBe(404)
    }
    expect((await api('DELETE', '/favorites/remove', { token, body: { productId: 'x' } })).status).toBe(404)
    const none = await api('POST', '/favorites/add', { token, body: {} })
    expect([none.status, none.body.error]).toEqual([400, { productId: ['Ürün seçilmedi'] }])
    const list = await api('POST', '/favorites/add', { token, body: { productId: [] } })
    expect(list.body.error, 'a sentence stands once').toEqual({ productId: ['Ürün seçilmedi'] })
    expect((await api('DELETE', '/favorites/remove', { token })).status).toBe(400)
  })
})
