import { expect } from 'vitest'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

const nobody = '00000000-0000-7000-8000-000000000000'

test('the end of a count leaves those before as they were, and what cannot be counted is told at its field', async ({
  ctx,
  api,
  clock,
}) => {
  const product = await aProduct(ctx, { variants: [{ stock: 3 }] })
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const call = async (method: string, path: string, body?: unknown) =>
    api(method, `/admin/stocktakes${path}`, { token: await signIn(ctx, owner), body })
  const counted = async (reason: string, pieces: number) => {
    const { id } = (await call('POST', '')).body.data
    await call('POST', `/${id}/lines`, { variantId: product.variants[0]?.id, counted: pieces })
    expect((await call('POST', `/${id}/book`, { reason })).status).toBe(200)
  }
  await counted('Kasım sayımı', 5)
  const firstEnd = clock.now.toISOString()
  clock.forward(60_000)
  await counted('Fire', 4)
  clock.forward(60_000)
  const { id } = (await call('POST', '')).body.data
  const strange = [
    await call('POST', `/${id}/lines`, { add: 1 }),
    await call('POST', `/${id}/lines`, { variantId: nobody, add: 1 }),
    await call('POST', `/${id}/lines`, { code: 'YOK-1', add: 1 }),
  ]
  expect(strange.map(({ status, body }) => [status, body.error ?? body.message])).toEqual([
    [400, { code: ['Barkod okutun ya da beden seçin'] }],
    [404, 'Bu beden artık yok.'],
    [404, '“YOK-1” hiçbir bedenin barkodu ya da SKU’su değil.'],
  ])
  await call('DELETE', `/${id}`)
  const { open, earlier } = (await call('GET', '')).body.data
  expect([open, earlier]).toMatchObject([
    null,
    [
      { reason: 'Fire', added: 0, missing: 1 },
      { reason: 'Kasım sayımı', added: 2, missing: 0, endedAt: firstEnd },
    ],
  ])
})
