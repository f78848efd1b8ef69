import { expect } from 'vitest'
import { aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

test('what somebody else published meanwhile is not overwritten, whichever part of the look it is', async ({
  ctx,
  api,
}) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const { data } = (await api('GET', '/admin/settings', { token })).body
  for (const [path, { settings }] of [
    ['look', data.look],
    ['announcement', data.announcement],
    ['menu', data.menu],
    ['links', data.links],
    ['size-charts', data.sizes],
  ] as const) {
    const save = () => api('PUT', `/admin/settings/${path}`, { token, body: { settings, version: 0 } })
    expect((await save()).status, path).toBe(200)
    expect((await save()).body.code, path).toBe('EDIT_CONFLICT')
  }
})
