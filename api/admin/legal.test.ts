import { describe, expect } from 'vitest'
import { readEnv } from '#env'
import { legalVariable } from '#shop/settings/legal.ts'
import { ShopPolicies } from '#shop/settings/policies.ts'
import { aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

const path = '/admin/settings/legal'

describe('legal settings', () => {
  test('are for admins', async ({ ctx, api }) => {
    const customer = await signIn(ctx, await aUser(ctx))
    for (const method of ['GET', 'PUT']) {
      const body = method === 'PUT' ? { phone: '0212 000 00 00' } : undefined
      expect((await api(method, path, { body })).status).toBe(401)
      expect((await api(method, path, { body, token: customer })).status).toBe(403)
    }
  })

  test('are saved one by one and shown on the public pages at once', async ({ ctx, api, app, catalogChanges }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const before = await app.fetch(new Request('http://shop.test/bilgi?section=mesafeli-satis'))
    expect(await before.text()).not.toContain('Gül Moda A.Ş.')
    const saved = await api('PUT', path, { token, body: { merchantTitle: ' Gül Moda A.Ş. ', role: 'x' } })
    expect(saved.body.data.settings).toMatchObject({ merchantTitle: 'Gül Moda A.Ş.', phone: '', priceWindowDays: 30 })
    await api('PUT', path, { token, body: { returnCarrier: 'Aras Kargo' } })
    const { body } = await api('GET', path, { token })
    expect(body.data.settings).toMatchObject({ merchantTitle: 'Gül Moda A.Ş.', returnCarrier: 'Aras Kargo' })
    expect(body.data.settings).not.toHaveProperty('role')
    expect(catalogChanges).toContain('everything')
    const after = await app.fetch(new Request('http://shop.test/bilgi?section=mesafeli-satis'))
    expect(await after.text()).toMatch(/Gül Moda A\.Ş\./)
  })

  test.for([
    [{ mersis: '123' }, 'mersis'],
    [{ kep: 'kep değil' }, 'kep'],
    [{ priceWindowDays: 9 }, 'priceWindowDays'],
    [{ address: 'x'.repeat(301) }, 'address'],
  ] as const)('refuse %o', async ([body, field], { ctx, api }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const answer = await api('PUT', path, { token, body })
    expect([answer.status, Object.keys(answer.body.error)]).toEqual([400, [field]])
  })

  test('say what a live shop still lacks; saved ones come before the environment', async ({ ctx, deps, api }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const missing = async () => (await api('GET', path, { token })).body.data.missing
    const all = ['merchantTitle', 'address', 'phone', 'kep', 'returnCarrier', 'returnAddress', 'mersis']
    expect(await missing(), 'what the demo makes up is none of hers').toEqual(all)
    deps.config = { ...deps.config, mode: 'live' }
    expect(await missing()).toEqual(all)
    deps.config = { ...deps.config, legal: { merchantTitle: 'Lale Moda', phone: '0212 000 00 00', taxNumber: '1' } }
    await api('PUT', path, { token, body: { merchantTitle: 'Gül Moda A.Ş.' } })
    expect(await missing()).toEqual(['address', 'kep', 'returnCarrier', 'returnAddress'])
    const { body } = await api('GET', path, { token })
    expect(body.data.inForce).toMatchObject({ merchantTitle: 'Gül Moda A.Ş.', phone: '0212 000 00 00' })
  })
})

test('each of them has its name in the environment', () => {
  for (const name of Object.keys(ShopPolicies.shape) as (keyof ShopPolicies)[]) {
    expect(readEnv({ [legalVariable(name)]: 'değer' }).legal).toEqual({ [name]: 'değer' })
  }
})
