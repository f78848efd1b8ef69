import { and, eq, isNull } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { guestOf } from '#shop/accounts/guests/guests.ts'
import {
  passkeys,
  recoveryCodes,
  secondStepChallenges,
  sessions,
  staffRoles,
  totpKeys,
  users,
} from '#shop/accounts/schema.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import type { Right } from '#shop/rights.ts'
import { after, minutes } from '#shop/time.ts'
import { logIn, none, withPasskey, withTotp } from '#test/accounts/second-step.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'

const reset = (api: Api, token: string | undefined, id: string) =>
  api('POST', `/admin/customers/${id}/second-step/reset`, { token })

async function aHelper(ctx: Ctx, rights: Right[]) {
  const [id, now] = [newId(), ctx.clock()]
  await ctx.db.insert(staffRoles).values({ id, name: `Rol ${id}`, rights, createdAt: now, updatedAt: now })
  return signIn(ctx, await aUser(ctx, { staffRoleId: id }))
}

async function withSecondStep(ctx: Ctx, given: Parameters<typeof aUser>[1] = {}) {
  const user = await aUser(ctx, given)
  await ctx.db.update(users).set({ secondStepSince: ctx.clock() }).where(eq(users.id, user.id))
  return user
}

const isOn = async (ctx: Ctx, id: string) =>
  (await ctx.db.$count(users, and(eq(users.id, id), isNull(users.secondStepSince)))) === 0

describe('the second step of a customer who lost her telephone', () => {
  test('is switched off: the password opens the account, no session stays, she and the history are told', async ({
    ctx,
    api,
    clock,
  }) => {
    const owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN', firstName: 'Nar', lastName: 'Sahibi' }))
    const user = await aUser(ctx, { firstName: 'İpek', email: 'ipek@posta.example' })
    const token = await signIn(ctx, user)
    await withTotp(api, token, clock)
    await withPasskey(api, token)
    const path = `/admin/customers/${user.id}`
    expect((await api('GET', path, { token: owner })).body.data.secondStep).toBe(true)
    // A login that waits for its second step ends, too.
    expect((await logIn(api, user.email)).body.data.secondStep).toBe('TOTP')
    await mailsOf(ctx)

    const done = await reset(api, owner, user.id)
    expect([done.status, done.body.message]).toEqual([200, 'İki adımlı giriş kapatıldı.'])
    expect(done.body.data).toMatchObject({ id: user.id, secondStep: false })

    expect((await api('GET', '/account', { token })).status).toBe(401)
    expect(await ctx.db.$count(sessions, and(eq(sessions.userId, user.id), isNull(sessions.revokedAt)))).toBe(0)
    for (const table of [totpKeys, passkeys, recoveryCodes, secondStepChallenges])
      expect(await ctx.db.$count(table)).toBe(0)
    const mail = (await mailsOf(ctx)).find(({ kind }) => kind === 'second-step-reset')
    expect(mail).toMatchObject({ toEmail: user.email, text: expect.stringContaining('Merhaba İpek') })
    expect(mail?.text).toContain('isteğiniz üzerine iki adımlı girişinizi kapattı')
    expect(mail?.text).toMatch(/Siz istemediyseniz hemen \S+@\S+ adresinden bize yazın/)
    const { data } = (await api('GET', '/admin/audit?action=customer.second-step', { token: owner })).body
    expect(data).toMatchObject([
      {
        ...{ subject: { id: user.id }, actor: { name: 'Nar Sahibi' } },
        ...{ before: { secondStep: true }, after: { secondStep: false } },
      },
    ])
    const log = (await api('GET', '/admin/security-log?kind=second-step-reset', { token: owner })).body.data
    expect(log).toMatchObject([{ detail: 'mağazadan, isteği üzerine' }])
    expect((await logIn(api, user.email)).body.data.accessToken).toBeDefined()

    const again = await reset(api, owner, user.id)
    expect([again.status, again.body.message]).toEqual([404, 'Bu müşterinin iki adımlı girişi açık değil.'])
    expect((await mailsOf(ctx)).filter(({ kind }) => kind === 'second-step-reset')).toHaveLength(1)
  })

  test('takes the right, the sight of what she is called by, and whoever has a second step proves herself', async ({
    ctx,
    api,
    clock,
  }) => {
    const user = await withSecondStep(ctx)
    expect((await reset(api, undefined, user.id)).status).toBe(401)
    expect((await reset(api, await signIn(ctx, user), user.id)).status).toBe(403)
    for (const rights of [
      ['orders', 'contacts'],
      ['customers', 'amounts'],
    ] satisfies Right[][])
      expect((await reset(api, await aHelper(ctx, rights), user.id)).status).toBe(403)
    const owner = await aUser(ctx, { role: 'ADMIN' })
    const token = await signIn(ctx, owner)
    await withTotp(api, token, clock)
    const longAgo = after(clock.now, -minutes(16))
    const proof = { confirmedAt: longAgo, provenAt: longAgo }
    await ctx.db.update(sessions).set(proof).where(eq(sessions.userId, owner.id))
    const asked = await reset(api, token, user.id)
    expect([asked.status, asked.body.code]).toEqual([403, 'CONFIRMATION_REQUIRED'])
    expect(await isOn(ctx, user.id)).toBe(true)
    expect((await reset(api, await aHelper(ctx, ['customers', 'contacts']), user.id)).status).toBe(200)
    expect(await isOn(ctx, user.id)).toBe(false)
  })

  test('is refused for staff, and for whom there is none', async ({ ctx, api }) => {
    const owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const staff = await withSecondStep(ctx, { role: 'ADMIN' })
    const refused = await reset(api, owner, staff.id)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'CONFLICT',
      'Çalışan hesabının iki adımlı girişi buradan kapatılamaz; önce Ekip sayfasından erişimini kaldırın.',
    ])
    expect(await isOn(ctx, staff.id)).toBe(true)
    const hers = await signIn(ctx, staff)
    await api('POST', '/payments/create', { token: hers, body: aPayment(await aProduct(ctx)) })
    await api('GET', '/admin/customers', { token: owner })
    const { data } = (await api('GET', `/admin/customers/${staff.id}`, { token: owner })).body
    expect(data, 'nor is it told').toMatchObject({ staff: true, secondStep: false })
    const gone = await withSecondStep(ctx)
    await ctx.db.update(users).set({ deletedAt: ctx.clock() }).where(eq(users.id, gone.id))
    const guest = await guestOf(ctx, 'misafir@posta.example')
    const without = await aUser(ctx)
    for (const id of ['yok', none, gone.id, guest, without.id])
      expect([id, (await reset(api, owner, id)).status]).toEqual([id, 404])
    expect((await mailsOf(ctx)).filter(({ kind }) => kind === 'second-step-reset')).toEqual([])
  })
})
