import { describe, expect } from 'vitest'
import { setRole } from '#shop/accounts/admins.ts'
import { forgetOldSecurityEvents } from '#shop/accounts/security-log.ts'
import { days } from '#shop/time.ts'
import { aUser, signIn, usualPassword } from '#test/factories.ts'
import { mailedToken } from '#test/mails.ts'
import { test } from '#test/shop.ts'

describe('GET /admin/security-log', () => {
  test('tells what happened to accounts, newest first, a page at a time', async ({ api, ctx, clock }) => {
    const admin = await aUser(ctx, { role: 'ADMIN' })
    const token = await signIn(ctx, admin)
    const user = await aUser(ctx)
    const login = (email: string, password: string) => api('POST', '/auth/login', { body: { email, password } })
    clock.forward(1000)
    await login('kimse@posta.example', 'yanlış')
    clock.forward(1000)
    await login(user.email, 'yanlış')
    clock.forward(1000)
    const { body } = await login(user.email, usualPassword)
    const hers = body.data.accessToken
    const steps: (() => Promise<unknown>)[] = [
      () =>
        api('PUT', '/account', { token: hers, body: { email: 'yeni@posta.example', currentPassword: usualPassword } }),
      async () => api('POST', '/auth/verify-email', { body: { token: await mailedToken(ctx, 'email-change-link') } }),
      () => api('POST', '/auth/forgot-password', { body: { email: 'yeni@posta.example' } }),
      () => signIn(ctx, user),
      () => api('DELETE', '/account/sessions', { token: hers }),
      () =>
        api('PUT', '/account/password', {
          token: hers,
          body: { currentPassword: 'yanlış', newPassword: 'yeni parola' },
        }),
      () =>
        api('PUT', '/account/password', {
          token: hers,
          body: { currentPassword: usualPassword, newPassword: 'yeni parola' },
        }),
      () => setRole(ctx, 'yeni@posta.example', 'ADMIN'),
      () => api('POST', '/auth/logout', { body: { refreshToken: body.data.refreshToken } }),
      () => setRole(ctx, 'yeni@posta.example', 'USER'),
    ]
    for (const step of steps) {
      clock.forward(1000)
      await step()
    }
    const log = await api('GET', '/admin/security-log?limit=100', { token })
    const rows: { kind: string; user: { id: string } | null; maskedEmail: string | null; detail: string }[] =
      log.body.data
    expect(rows.map((row) => [row.kind, row.user?.id ?? row.maskedEmail])).toEqual([
      ['role-changed', user.id],
      ['logout', user.id],
      ['role-changed', user.id],
      ['password-changed', user.id],
      ['password-check-failed', user.id],
      ['sessions-ended', user.id],
      ['password-reset-requested', user.id],
      ['email-changed', user.id],
      ['email-change-requested', user.id],
      ['login', user.id],
      ['login-failed', user.id],
      ['login-failed', 'k***@posta.example'],
    ])
    expect(log.body.data[1]).toMatchObject({ address: '127.0.0.1', requestId: expect.any(String) })
    expect(JSON.stringify(log.body)).not.toMatch(/yanlış|parola|argon2/)

    const page = await api('GET', '/admin/security-log?limit=5&page=3', { token })
    expect([page.body.data.length, page.body.pagination]).toEqual([2, { page: 3, totalPages: 3, total: 12 }])
    const found = await api('GET', '/admin/security-log?kind=login-failed&q=YENI@', { token })
    expect(found.body.data).toHaveLength(1)
    expect((await api('GET', '/admin/security-log?kind=x', { token })).status).toBe(400)
  })

  test('notes held back tries once, not once for each', async ({ api, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const { email } = await aUser(ctx)
    for (let n = 0; n < 12; n++) await api('POST', '/auth/login', { body: { email, password: 'yanlış' } })
    const { body } = await api('GET', '/admin/security-log?kind=login-limited', { token })
    expect(body.pagination.total).toBe(1)
    expect((await api('GET', '/admin/security-log?kind=login-failed', { token })).body.pagination.total).toBe(5)
  })

  test('forgets after a year', async ({ api, ctx, clock }) => {
    const admin = await aUser(ctx, { role: 'ADMIN' })
    await api('POST', '/auth/login', { body: { email: admin.email, password: 'yanlış' } })
    clock.forward(days(364))
    await forgetOldSecurityEvents(ctx)
    const total = async () =>
      (await api('GET', '/admin/security-log?kind=login-failed', { token: await signIn(ctx, admin) })).body.pagination
        .total
    expect(await total()).toBe(1)
    clock.forward(days(2))
    await forgetOldSecurityEvents(ctx)
    expect(await total()).toBe(0)
  })
})
