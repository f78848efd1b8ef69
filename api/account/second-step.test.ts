import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { passkeys, recoveryCodes, secondStepChallenges, sessions, totpKeys, users } from '#shop/accounts/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { after, minutes } from '#shop/time.ts'
import { codeAt } from '#test/accounts/app-code.ts'
import {
  finishLogin as finish,
  logIn,
  none,
  ownSecondStep as ownOf,
  withPasskey,
  withTotp,
} from '#test/accounts/second-step.ts'
import { aUser, usualPassword as password, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { type Api, type TestClock, test } from '#test/shop.ts'

describe('codes of an app', () => {
  test('are on once the first came, with ten recovery codes; then a login asks for one', async ({
    ctx,
    api,
    clock,
  }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const asked = await api('PUT', '/account/totp', { token, body: { password } })
    expect(asked.body.data.uri).toContain(`secret=${asked.body.data.secret}`)
    expect((await logIn(api, user.email)).body.data.accessToken).toBeDefined()
    const { secret, recoveryCodes: codes, code } = await withTotp(api, token, clock)
    expect(new Set(codes).size).toBe(10)
    for (const one of codes) expect(one).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)

    const { status, body } = await logIn(api, user.email)
    expect([status, body]).toEqual([
      200,
      { success: true, data: { secondStep: 'TOTP', challenge: expect.any(String) } },
    ])
    const entered = await finish(api, { challenge: body.data.challenge, code: code() })
    expect([entered.status, entered.body.message]).toEqual([200, 'Hoş geldiniz!'])
    expect(entered.body.data.user).toMatchObject({ id: user.id, email: user.email })
    expect((await api('GET', '/account', { token: entered.body.data.accessToken })).status).toBe(200)
    expect(await ownOf(api, token)).toMatchObject({
      totpSince: expect.any(String),
      recoveryCodesLeft: 10,
      required: false,
    })
    const kept = JSON.stringify([await ctx.db.select().from(totpKeys), await ctx.db.select().from(recoveryCodes)])
    for (const one of [secret, ...codes]) expect(kept).not.toContain(one)
    expect((await mailsOf(ctx)).map(({ kind }) => kind)).toContain('second-step-on')
  })

  test('are good once, and none of an earlier half minute after a later one', async ({ ctx, api, clock }) => {
    const user = await aUser(ctx)
    const { secret, code } = await withTotp(api, await signIn(ctx, user), clock)
    const challengeOf = async () => (await logIn(api, user.email)).body.data.challenge
    const present = code()
    expect((await finish(api, { challenge: await challengeOf(), code: present })).status).toBe(200)
    expect((await finish(api, { challenge: await challengeOf(), code: present })).status).toBe(401)
    const earlier = codeAt(secret, clock.now, -1)
    expect((await finish(api, { challenge: await challengeOf(), code: earlier })).status).toBe(401)
    const spaced = code().replace(/^(...)/, ' $1 ')
    expect((await finish(api, { challenge: await challengeOf(), code: spaced })).status).toBe(200)
  })

  test('need the password, the right code, and that no app is on', async ({ ctx, api, clock }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const put = (body: object) => api('PUT', '/account/totp', { token, body })
    expect((await api('PUT', '/account/totp', { body: { password } })).status).toBe(401)
    expect((await put({ password: 'yanlış' })).body.error).toEqual({ password: ['Mevcut şifreniz hatalı'] })
    expect((await put({ password, code: '123456' })).status).toBe(409)
    const { secret } = (await put({ password })).body.data
    const wrong = await put({ password, code: codeAt(secret, clock.now, 5) })
    expect([wrong.status, Object.keys(wrong.body.error)]).toEqual([400, ['code']])
    // A second one asked for makes the first useless.
    await put({ password })
    expect((await put({ password, code: codeAt(secret, clock.now) })).status).toBe(400)
    await withTotp(api, token, clock)
    expect((await put({ password })).status).toBe(409)
    for (let n = 0; n < 5; n++) await put({ password: 'yanlış' })
    expect((await put({ password })).status).toBe(429)
  })

  test('are switched off by password and code, and nothing of them is left', async ({ ctx, api, clock }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const off = (body: object) => api('DELETE', '/account/totp', { token, body })
    expect((await off({ password, code: '123456' })).status).toBe(409)
    expect((await api('DELETE', '/account/totp', { body: { password, code: '123456' } })).status).toBe(401)
    const { code } = await withTotp(api, token, clock)
    expect((await off({ password })).status).toBe(400)
    expect((await off({ password: 'yanlış', code: code() })).body.error).toHaveProperty('password')
    expect((await off({ password, code: '000000' })).body.error).toHaveProperty('code')
    expect((await off({ password, code: code() })).body.data).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 })
    expect((await logIn(api, user.email)).body.data.accessToken).toBeDefined()
    for (let n = 0; n < 6; n++) await off({ password: 'yanlış', code: '000000' })
    expect((await off({ password, code: '000000' })).status).toBe(429)
    expect((await mailsOf(ctx)).map(({ kind }) => kind)).toContain('second-step-off')
  })

  test('cannot be read with another AUTH_SECRET; a recovery code still opens', async ({ ctx, api, deps, clock }) => {
    const user = await aUser(ctx)
    const { code, recoveryCodes: codes } = await withTotp(api, await signIn(ctx, user), clock)
    deps.config = { ...deps.config, authSecret: 'another secret for tests, long enough to sign' }
    const { challenge } = (await logIn(api, user.email)).body.data
    expect((await finish(api, { challenge, code: code() })).status).toBe(401)
    expect((await finish(api, { challenge, code: codes[0] ?? '' })).status).toBe(200)
  })
})

describe('the second step of a login', () => {
  test('is guessed five times, then the login begins anew, ever later, and its owner is told', async ({
    ctx,
    api,
    clock,
  }) => {
    const user = await aUser(ctx)
    const { code, secret } = await withTotp(api, await signIn(ctx, user), clock)
    const { challenge } = (await logIn(api, user.email)).body.data
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const { status, body } = await finish(api, { challenge, code: '000000' })
      expect([status, body.code, body.data]).toEqual([401, 'UNAUTHENTICATED', { triesLeft }])
    }
    expect((await finish(api, { challenge, code: codeAt(secret, clock.now) })).body.data).toBeUndefined()
    const next = (await logIn(api, user.email)).body.data.challenge
    expect((await finish(api, { challenge: next, code: codeAt(secret, clock.now) })).status).toBe(429)
    clock.forward(minutes(1))
    expect((await finish(api, { challenge, code: code() })).status).toBe(401)
    const last = (await logIn(api, user.email)).body.data.challenge
    expect((await finish(api, { challenge: last, code: code() })).status).toBe(200)
    expect((await mailsOf(ctx)).filter(({ kind }) => kind === 'second-step-failed')).toHaveLength(1)
  })

  test('is good once, for five minutes, in the browser that began it, and not for a new password', async ({
    ctx,
    api,
    clock,
  }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const { code } = await withTotp(api, token, clock)
    const challengeOf = async () => (await logIn(api, user.email)).body.data.challenge
    const first = await challengeOf()
    expect((await finish(api, { challenge: first, code: code() }, { 'user-agent': 'curl/8' })).status).toBe(401)
    expect((await finish(api, { challenge: first, code: code() })).status).toBe(200)
    expect((await finish(api, { challenge: first, code: code() })).status).toBe(401)
    const late = await challengeOf()
    clock.forward(minutes(5))
    expect((await finish(api, { challenge: late, code: code() })).status).toBe(401)
    const robbed = await challengeOf()
    const change = { currentPassword: password, newPassword: 'başka bir cümle' }
    expect((await api('PUT', '/account/password', { token: await signIn(ctx, user), body: change })).status).toBe(200)
    expect((await finish(api, { challenge: robbed, code: code() })).status).toBe(401)
  })

  test('takes a code or a passkey, and says in Turkish what is missing', async ({ api }) => {
    for (const body of [
      {},
      { challenge: 'x' },
      { challenge: 'x', code: '12' },
      { challenge: 'x', passkey: {} },
      { challenge: '', code: '123456' },
    ]) {
      const { status, body: answer } = await finish(api, body)
      expect([status, answer.message], JSON.stringify(body)).toEqual([400, expect.stringMatching(/ı|i|ş|ü/)])
    }
    expect((await finish(api, { challenge: 'x', code: '123456' })).body.message).toBe(
      'Giriş adımının süresi doldu, lütfen yeniden giriş yapın.',
    )
  })

  test('takes a recovery code once, however it is typed, and mails that', async ({ ctx, api, clock }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const { recoveryCodes: codes } = await withTotp(api, token, clock)
    const [one = ''] = codes
    const typed = one.toLowerCase().replaceAll('-', ' ').replaceAll('1', 'ı').replaceAll('0', 'o')
    const challengeOf = async () => (await logIn(api, user.email)).body.data.challenge
    expect((await finish(api, { challenge: await challengeOf(), code: typed })).status).toBe(200)
    expect((await finish(api, { challenge: await challengeOf(), code: one })).status).toBe(401)
    expect((await ownOf(api, token)).recoveryCodesLeft).toBe(9)
    const mail = (await mailsOf(ctx)).find(({ kind }) => kind === 'recovery-code-used')
    expect(mail?.text).toContain('geriye 9 kod kaldı')
    expect(mail?.text).toContain('Safari, iPhone')
  })
})

describe('recovery codes', () => {
  test('are made anew by the password, and the old ones are void', async ({ ctx, api, clock }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const renew = (given = password) => api('POST', '/account/recovery-codes', { token, body: { password: given } })
    expect((await renew()).status).toBe(409)
    const { recoveryCodes: old, code } = await withTotp(api, token, clock)
    const fresh = (await renew()).body.data.recoveryCodes
    expect(fresh).toHaveLength(10)
    const { challenge } = (await logIn(api, user.email)).body.data
    expect((await finish(api, { challenge, code: old[0] })).status).toBe(401)
    expect((await finish(api, { challenge, code: fresh[0] })).status).toBe(200)
    await prove(ctx, user.id, minutes(16), clock)
    const locked = await renew()
    expect([locked.status, locked.body.code, locked.body.data]).toEqual([
      403,
      'CONFIRMATION_REQUIRED',
      { by: 'SECOND_STEP' },
    ])
    expect((await api('POST', '/account/confirm', { token, body: { code: code() } })).status).toBe(200)
    expect((await renew()).status).toBe(200)
    expect((await api('POST', '/account/recovery-codes', { body: { password } })).status).toBe(401)
    const other = await signIn(ctx, user)
    const tries = (given: string) => api('POST', '/account/recovery-codes', { token: other, body: { password: given } })
    for (let n = 0; n < 5; n++) expect((await tries('yanlış')).status).toBe(400)
    expect((await tries(password)).status).toBe(429)
  })
})

describe('what moves money or people', () => {
  test('is asked again after a quarter of an hour: by password, code or passkey', async ({ ctx, api, clock }) => {
    const admin = await aUser(ctx, { role: 'ADMIN' })
    const token = await signIn(ctx, admin)
    const erase = () => api('DELETE', `/admin/customers/${none}`, { token })
    await prove(ctx, admin.id, minutes(16), clock)
    expect((await erase()).status).toBe(404)
    const { code } = await withTotp(api, token, clock)
    const { key } = await withPasskey(api, token)
    expect((await erase()).status).toBe(404)
    const confirm = (body: object) => api('POST', '/account/confirm', { token, body })
    const byPasskey = async () => {
      const { challenge, options } = (await api('POST', '/account/confirm/passkey', { token })).body.data
      return { challenge, passkey: key.sign(options) }
    }
    for (const proof of [async () => ({ password }), async () => ({ code: code() }), byPasskey]) {
      await prove(ctx, admin.id, minutes(15), clock)
      const { status, body } = await erase()
      expect([status, body.code, body.data]).toEqual([403, 'CONFIRMATION_REQUIRED', { by: 'ANYTHING' }])
      expect((await confirm(await proof())).status).toBe(200)
      expect((await erase()).status).toBe(404)
    }
    await prove(ctx, admin.id, minutes(16), clock)
    expect((await confirm({ password: 'yanlış' })).status).toBe(400)
    expect((await confirm({ code: '000000' })).status).toBe(400)
    const signed = await byPasskey()
    expect((await confirm({ ...signed, challenge: 'x' })).status).toBe(400)
    expect((await confirm({ password, code: '123456' })).status).toBe(400)
    expect((await erase()).status).toBe(403)
    for (let n = 0; n < 5; n++) await confirm({ code: '000000' })
    expect((await confirm({ code: code() })).status).toBe(429)
    expect((await api('POST', '/account/confirm', { body: { password } })).status).toBe(401)
    expect((await api('POST', '/account/confirm/passkey')).status).toBe(401)
  })

  test('a password alone changes nothing of the second step', async ({ ctx, api, clock }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const { code } = await withTotp(api, token, clock)
    const { answer } = await withPasskey(api, token)
    expect(answer.status).toBe(201)
    await prove(ctx, user.id, minutes(16), clock)
    await api('POST', '/account/confirm', { token, body: { password } })
    const [{ id } = { id: '' }] = await ctx.db.select().from(passkeys)
    for (const [method, path] of [
      ['PUT', '/account/totp'],
      ['POST', '/account/recovery-codes'],
      ['POST', '/account/passkeys/options'],
      ['DELETE', `/account/passkeys/${id}`],
    ] as const) {
      const { status, body } = await api(method, path, { token, body: { password } })
      expect([path, status, body.data]).toEqual([path, 403, { by: 'SECOND_STEP' }])
    }
    expect((await api('POST', '/account/confirm', { token, body: { code: code() } })).status).toBe(200)
    expect((await api('DELETE', `/account/passkeys/${id}`, { token, body: { password } })).status).toBe(200)
  })

  test('is marked in the document, and each marked call asks', async ({ ctx, api, clock }) => {
    const { paths } = (await api('GET', '/openapi.json')).body
    const marked = Object.entries<Record<string, { 'x-confirmed'?: true }>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, call]) =>
        call['x-confirmed'] ? [`${method.toUpperCase()} ${path.slice(7)}`] : [],
      ),
    )
    // Which they are: api/admin/needs.test.ts.
    expect(marked.length).toBeGreaterThan(20)
    const admin = await aUser(ctx, { role: 'ADMIN' })
    const token = await signIn(ctx, admin)
    await withTotp(api, token, clock)
    await prove(ctx, admin.id, minutes(16), clock)
    for (const call of marked) {
      const [method = '', path = ''] = call.split(' ')
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      const answer = await api(method, path.replace(/\{\w+\}/g, none), { token, body })
      expect([call, answer.status, answer.body.code]).toEqual([call, 403, 'CONFIRMATION_REQUIRED'])
    }
    // These give money back by some of their input alone.
    const cancel = await api('PUT', `/admin/orders/${none}/status`, { token, body: { status: 'CANCELLED' } })
    const fewer = { version: 0, items: [{ itemId: none, quantity: 0 }] }
    const change = await api('PUT', `/admin/orders/${none}`, { token, body: fewer })
    for (const { status, body } of [cancel, change]) expect([status, body.code]).toEqual([403, 'CONFIRMATION_REQUIRED'])
    expect((await api('PUT', `/admin/orders/${none}/status`, { token, body: { adminNotes: 'x' } })).status).toBe(404)
  })
})

describe('two-step login of staff', () => {
  const demand = (api: Api, token: string, required: boolean) =>
    api('PUT', '/admin/settings/second-step', { token, body: { settings: { required } } })

  test('is demanded by one who has it; then the panel opens to nobody without', async ({ ctx, api, clock }) => {
    const owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const helper = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const customer = await signIn(ctx, await aUser(ctx))
    const refused = await demand(api, owner, true)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Önce kendi hesabınızda iki adımlı girişi açın; yoksa panele siz de giremezsiniz.',
    ])
    await withTotp(api, owner, clock)
    expect((await demand(api, owner, true)).body.data.secondStep).toEqual({
      settings: { required: true },
      version: 1,
      own: true,
    })
    expect((await api('GET', '/admin/orders', { token: owner })).status).toBe(200)
    for (const path of ['/admin/orders', '/admin/notices', '/admin/settings', '/admin/nirgends']) {
      const { status, body } = await api('GET', path, { token: helper })
      expect([path, status, body.code]).toEqual([path, 403, 'SECOND_STEP_REQUIRED'])
    }
    expect((await api('GET', '/admin/orders', { token: customer })).body.code).toBe('FORBIDDEN')
    expect((await ownOf(api, customer)).required).toBe(false)
    expect((await ownOf(api, helper)).required).toBe(true)
    await withPasskey(api, helper)
    expect((await api('GET', '/admin/orders', { token: helper })).status).toBe(200)
    expect((await demand(api, owner, false)).status).toBe(200)
    const other = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    expect((await api('GET', '/admin/orders', { token: other })).status).toBe(200)
    expect((await demand(api, customer, true)).status).toBe(403)
  })
})

describe('a person who leaves', () => {
  test('leaves no secret, code or passkey; her data names them without', async ({ ctx, api, clock }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const { secret, recoveryCodes: codes } = await withTotp(api, token, clock)
    const { key } = await withPasskey(api, token)
    await logIn(api, user.email)
    const text = JSON.stringify((await api('GET', '/account/export', { token })).body)
    expect(text).toContain('Telefonum')
    for (const one of [secret, ...codes, key.id.toString('base64url')]) expect(text).not.toContain(one)
    const page = await api('GET', '/account/export?format=json', { token })
    expect(page.body.data.secondStep).toMatchObject({ recoveryCodesLeft: 10, passkeys: [{ name: 'Telefonum' }] })
    expect((await api('DELETE', '/account', { token, body: { password } })).status).toBe(200)
    for (const table of [totpKeys, recoveryCodes, passkeys, secondStepChallenges])
      expect(await ctx.db.$count(table)).toBe(0)
    const [row] = await ctx.db.select().from(users).where(eq(users.id, user.id))
    expect(row?.secondStepSince).toBeNull()
  })

  test('is asked for its second step again, which a password is not', async ({ ctx, api, clock }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const { code } = await withTotp(api, token, clock)
    const leave = () => api('DELETE', '/account', { token, body: { password } })
    await prove(ctx, user.id, minutes(16), clock)
    await api('POST', '/account/confirm', { token, body: { password } })
    expect([(await leave()).status, (await leave()).body.data]).toEqual([403, { by: 'SECOND_STEP' }])
    await api('POST', '/account/confirm', { token, body: { code: code() } })
    expect((await leave()).status).toBe(200)
  })

  test('and is merged into another account leaves none either', async ({ ctx, api, clock }) => {
    const [kept, gone] = [await aUser(ctx), await aUser(ctx)]
    await withTotp(api, await signIn(ctx, gone), clock)
    const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const merged = await api('POST', `/admin/customers/${kept.id}/merge`, { token: admin, body: { otherId: gone.id } })
    expect(merged.status).toBe(200)
    for (const table of [totpKeys, recoveryCodes]) expect(await ctx.db.$count(table)).toBe(0)
  })
})

/** As if she had proved herself so long ago in all her sessions. */
async function prove(ctx: Ctx, userId: string, ago: number, clock: TestClock): Promise<void> {
  const at = after(clock.now, -ago)
  await ctx.db.update(sessions).set({ confirmedAt: at, provenAt: at }).where(eq(sessions.userId, userId))
}
