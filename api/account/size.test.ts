import { describe, expect } from 'vitest'
import { aCategory, aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import { test } from '#test/shop.ts'

const body = { bust: 90, waist: 72, hips: null, height: null }
const mine = { sizes: { 'ust-giyim': ['M'], elbise: ['L', 'XL'] }, body }

describe('/account/size', () => {
  test('is kept, changed as a whole and forgotten, for its owner alone', async ({ api, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const stranger = await signIn(ctx, await aUser(ctx))
    const read = async (token: string) => (await api('GET', '/account/size', { token })).body.data
    expect(await read(token)).toBeNull()
    const saved = await api('PUT', '/account/size', { token, body: mine })
    expect([saved.status, saved.body.data]).toEqual([200, { ...mine, updatedAt: expect.any(String) }])
    expect([await read(token), await read(stranger)]).toEqual([saved.body.data, null])
    await api('PUT', '/account/size', { token, body: { sizes: { etek: ['38'] }, body: { hips: '97', height: 168 } } })
    expect(await read(token)).toMatchObject({
      sizes: { etek: ['38'] },
      body: { bust: null, waist: null, hips: 97, height: 168 },
    })
    for (let i = 0; i < 2; i++) expect((await api('DELETE', '/account/size', { token })).status).toBe(200)
    expect(await read(token)).toBeNull()
    expect((await api('GET', '/account/size')).status).toBe(401)
  })

  test('takes no measure of nobody, and no endless list', async ({ api, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const refused = async (sent: object) => {
      const answer = await api('PUT', '/account/size', { token, body: { sizes: {}, ...sent } })
      return [answer.status, Object.values(answer.body.error as object).flat()[0]]
    }
    expect(await refused({ body: { bust: 12 } })).toEqual([400, 'Göğüs 60 ile 180 cm arasında bir tam sayı olmalı'])
    expect(await refused({ body: { waist: 70.5 } })).toEqual([400, 'Bel 45 ile 180 cm arasında bir tam sayı olmalı'])
    expect(await refused({ sizes: { elbise: ['XS', 'S', 'M', 'L'] } })).toEqual([
      400,
      'Bir yerde en çok 3 beden seçebilirsiniz',
    ])
    expect(await refused({ sizes: { 'Üst Giyim': ['M'] } })).toEqual([400, 'Bedenler geçersiz'])
    const many = Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`yer-${n}`, ['M']]))
    expect(await refused({ sizes: many })).toEqual([400, 'En çok 12 yer için beden seçebilirsiniz'])
  })

  test('is in what she takes along, and gone with her account', async ({ api, app, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const exported = async () => (await api('GET', '/account/export', { token })).body.data.ownSizes
    expect(await exported()).toBeUndefined()
    await api('PUT', '/account/size', { token, body: mine })
    expect(await exported()).toMatchObject(mine)
    const headers = { authorization: `Bearer ${token}` }
    const page = await app.fetch(new Request('http://shop.test/api/v1/account/export?format=html', { headers }))
    expect(await page.text()).toMatch(/elbise<\/td>\s*<td>L, XL<.*90 cm/s)
    await api('DELETE', '/account', { token, body: { password: usualPassword } })
    const { rows } = await ctx.db.execute('select * from own_sizes')
    expect(rows).toEqual([])
  })

  test('ends with 429 when it is saved without end', async ({ api, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const statuses = []
    for (let i = 0; i < 61; i++) statuses.push((await api('PUT', '/account/size', { token, body: mine })).status)
    expect([statuses[59], statuses[60]]).toEqual([200, 429])
  })
})

test('accounts that become one have one size: that of the one that stays, or else the other’s', async ({
  api,
  ctx,
}) => {
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const [kept, gone] = [await aUser(ctx), await aUser(ctx)]
  const token = await signIn(ctx, kept)
  await api('PUT', '/account/size', { token: await signIn(ctx, gone), body: mine })
  const answer = await api('POST', `/admin/customers/${kept.id}/merge`, {
    token: await signIn(ctx, owner),
    body: { otherId: gone.id },
  })
  expect(answer.status).toBe(200)
  expect((await api('GET', '/account/size', { token })).body.data).toMatchObject(mine)
})

test('GET /sizes has the places and sizes of the shop, the same for everybody', async ({ api, ctx }) => {
  const { id: categoryId } = await aCategory(ctx, { name: 'Etek' })
  await aProduct(ctx, { categoryId, variants: [{ size: '38' }, { size: 'M' }, { size: 'S' }] })
  const { status, body } = await api('GET', '/sizes')
  expect([status, body.data]).toEqual([
    200,
    [
      {
        place: 'alt-giyim',
        name: 'Alt Giyim',
        sizes: [
          { size: 'S', name: 'S' },
          { size: 'M', name: 'M / 38' },
        ],
      },
    ],
  ])
})
