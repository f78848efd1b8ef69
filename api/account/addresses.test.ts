import { describe, expect } from 'vitest'
import { usualRecipient } from '#test/checkout.ts'
import { aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

const home = { title: 'Ev', ...usualRecipient, district: 'Kadıköy', neighbourhood: 'Göztepe Mah.' }

describe('addresses', () => {
  test('are kept in order, one of them the default', async ({ api, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const add = (body: object) => api('POST', '/account/addresses', { token, body })
    const titles = async () => {
      const { body } = await api('GET', '/account/addresses', { token })
      return body.data.map((a: { title: string; isDefault: boolean }) => `${a.title}${a.isDefault ? '*' : ''}`)
    }
    const first = await add(home)
    expect([first.status, first.body.data]).toEqual([
      201,
      { ...home, id: expect.any(String), phone: '+905321112233', isDefault: true },
    ])
    const work = await add({ ...home, title: 'İş', district: ' ', postalCode: '' })
    await add({ ...home, title: 'Annem', isDefault: true })
    expect(await titles()).toEqual(['Annem*', 'Ev', 'İş'])
    const id = work.body.data.id
    const moved = await api('PUT', `/account/addresses/${id}`, {
      token,
      body: { ...home, title: 'Büro', isDefault: true },
    })
    expect(moved.body.data).toMatchObject({ title: 'Büro', isDefault: true })
    // The default stays one until another is made it.
    await api('PUT', `/account/addresses/${id}`, { token, body: { ...home, title: 'Büro', isDefault: false } })
    expect(await titles()).toEqual(['Büro*', 'Ev', 'Annem'])
    expect((await api('DELETE', `/account/addresses/${id}`, { token })).status).toBe(200)
    expect(await titles()).toEqual(['Ev*', 'Annem'])
    expect((await api('DELETE', `/account/addresses/${id}`, { token })).status).toBe(404)
  })

  test('are checked as Turkish addresses are written', async ({ api, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const refused = async (change: object) =>
      (await api('POST', '/account/addresses', { token, body: { ...home, ...change } })).body.error
    for (const phone of ['0532 111 22', '532111223x', '0132 111 22 33', '+1']) {
      expect(await refused({ phone }), phone).toEqual({ phone: ['Telefonu 0XXX XXX XX XX biçiminde yazın'] })
    }
    const noProvince = 'Posta kodu ilin plaka numarasıyla başlar (01–81)'
    for (const [postalCode = '', sentence = 'Posta kodu 5 rakamdır'] of [
      ...[['3471'], ['347100'], ['x4710']],
      ...[
        ['82000', noProvince],
        ['00123', noProvince],
      ],
    ]) {
      expect(await refused({ postalCode }), postalCode).toEqual({ postalCode: [sentence] })
    }
    expect(await refused({ city: 'Atlantis' })).toEqual({ city: ['İl seçin'] })
    expect(await refused({ address: 'kısa' })).toEqual({ address: ['Adresi mahalle, sokak ve kapı numarasıyla yazın'] })
    expect(await refused({ title: '', firstName: 'a\r\nb' })).toEqual({
      title: ['Adrese bir ad verin'],
      firstName: ['Geçersiz karakter içeriyor'],
    })
    expect(Object.keys((await api('POST', '/account/addresses', { token, body: {} })).body.error)).toEqual([
      'title',
      'firstName',
      'lastName',
      'phone',
      'address',
      'city',
    ])
    expect((await api('GET', '/account/addresses', { token })).body.data).toEqual([])
  })

  test('of one customer are neither seen nor touched by another or an admin', async ({ api, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const { body } = await api('POST', '/account/addresses', { token, body: home })
    for (const role of ['USER', 'ADMIN'] as const) {
      const other = await signIn(ctx, await aUser(ctx, { role }))
      expect((await api('GET', '/account/addresses', { token: other })).body.data).toEqual([])
      const path = `/account/addresses/${body.data.id}`
      expect((await api('PUT', path, { token: other, body: home })).status).toBe(404)
      expect((await api('DELETE', path, { token: other })).status).toBe(404)
    }
  })

  test('are twenty at most', async ({ api, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx))
    for (let n = 0; n < 20; n++)
      expect((await api('POST', '/account/addresses', { token, body: home })).status).toBe(201)
    expect((await api('POST', '/account/addresses', { token, body: home })).status).toBe(409)
  })
})
