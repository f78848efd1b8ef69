import { describe, expect } from 'vitest'
import { minutes } from '#shop/time.ts'
import { aUser, signIn, usualPassword } from '#test/factories.ts'
import { mailedToken, mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'

const ipek = { firstName: 'İpek', lastName: 'Işık', email: 'ipek@posta.example', password: usualPassword }

describe('POST /auth/register', () => {
  test('opens an account, and stores no role', async ({ api, ctx }) => {
    const { status, body } = await api('POST', '/auth/register', {
      body: { ...ipek, role: 'ADMIN', emailVerifiedAt: '2020-01-01' },
    })
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        data: null,
        message: 'Hesabınız başarıyla oluşturuldu! Email adresinize gönderilen doğrulama linkini kontrol edin.',
      },
    ])
    const login = await api('POST', '/auth/login', { body: { email: 'IPEK@posta.example', password: usualPassword } })
    expect(login.body.data.user).toMatchObject({ role: 'USER', emailVerified: false })
    await api('POST', '/auth/verify-email', { body: { token: await mailedToken(ctx, 'verification') } })
    const account = await api('GET', '/account', { token: login.body.data.accessToken })
    expect(account.body.data.emailVerified).toBe(true)
  })

  test('answers a taken address with the same bytes', async ({ api, ctx }) => {
    await aUser(ctx, { email: ipek.email })
    const taken = await api('POST', '/auth/register', { body: ipek })
    const free = await api('POST', '/auth/register', { body: { ...ipek, email: 'baska@posta.example' } })
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    expect([...taken.headers.keys()]).toEqual([...free.headers.keys()])
    expect((await mailsOf(ctx)).map((mail) => mail.kind)).toEqual(['already-registered', 'verification'])
  })

  test('names the wrong fields, each with its sentence', async ({ api }) => {
    const { status, body } = await api('POST', '/auth/register', {
      body: { ...ipek, email: 'ipek@', password: '12345' },
    })
    expect([status, body]).toEqual([
      400,
      {
        success: false,
        code: 'INVALID',
        message: 'Geçerli bir e-posta adresi girin',
        error: {
          email: ['Geçerli bir e-posta adresi girin'],
          password: ['Şifre en az 6 karakter olmalıdır'],
        },
      },
    ])
  })

  test('refuses placeholder and disposable addresses however they are written', async ({ api, ctx }) => {
    for (const email of [
      'TEST@test.com',
      'tEsT@TeSt.CoM ',
      'a@MAILINATOR.com',
      'a@MAİLİNATOR.COM',
      'a@maılınator.com',
      'test@test.com.',
    ]) {
      const { status, body } = await api('POST', '/auth/register', { body: { ...ipek, email } })
      expect([status, Object.keys(body.error)], email).toEqual([400, ['email']])
    }
    expect(await mailsOf(ctx)).toEqual([])
  })

  test('refuses what is no JSON object without falling over', async ({ api }) => {
    for (const body of [
      '',
      '{',
      '[]',
      '"x"',
      'null',
      '{"email":{"$ne":1},"password":[]}',
      '{"email":"a@b.co\\u0000"}',
    ]) {
      const answer = await api('POST', '/auth/register', { body, headers: { 'content-type': 'application/json' } })
      expect([answer.status, answer.body.success], body).toEqual([400, false])
    }
  })

  test('is limited, and says for how long', async ({ api }) => {
    for (let n = 0; n < 5; n++) {
      expect((await api('POST', '/auth/register', { body: { ...ipek, email: `ipek${n}@posta.example` } })).status).toBe(
        201,
      )
    }
    const { status, headers, body } = await api('POST', '/auth/register', { body: ipek })
    expect([status, body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('POST /auth/login', () => {
  test('answers an unknown address and a wrong password with the same bytes', async ({ api, ctx }) => {
    const user = await aUser(ctx)
    const wrong = await api('POST', '/auth/login', { body: { email: user.email, password: 'yanlış parola' } })
    const unknown = await api('POST', '/auth/login', {
      body: { email: 'kimse@posta.example', password: 'yanlış parola' },
    })
    expect([wrong.status, wrong.body.message]).toEqual([401, 'E-posta adresi veya şifre hatalı'])
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()])
  })

  test('puts into the token what the storefront shows, and nothing secret anywhere', async ({ api, ctx }) => {
    const user = await aUser(ctx)
    const { status, headers, body } = await api('POST', '/auth/login', {
      body: { email: user.email, password: usualPassword },
    })
    expect([status, body.message, headers.get('cache-control')]).toEqual([200, 'Hoş geldiniz!', 'no-store'])
    const claims = JSON.parse(Buffer.from(body.data.accessToken.split('.')[1], 'base64url').toString())
    const { id, email, firstName, lastName, role } = user
    expect(claims).toMatchObject({ id, email, firstName, lastName, role })
    expect(claims.exp - claims.iat).toBe(15 * 60)
    expect(JSON.stringify([body, claims])).not.toContain('argon2')
  })
})

describe('a session', () => {
  test('goes on by refreshing and ends by logging out', async ({ api, ctx, clock }) => {
    const user = await aUser(ctx)
    const login = await api('POST', '/auth/login', { body: { email: user.email, password: usualPassword } })
    const first = login.body.data
    clock.forward(minutes(16))
    expect((await api('GET', '/account', { token: first.accessToken })).status).toBe(401)
    // A client may send its old token along.
    const refreshed = await api('POST', '/auth/refresh', {
      body: { refreshToken: first.refreshToken },
      token: first.accessToken,
    })
    expect(refreshed.status).toBe(200)
    const second = refreshed.body.data
    expect((await api('GET', '/account', { token: second.accessToken })).body.data).toMatchObject({ email: user.email })

    const logout = await api('POST', '/auth/logout', { body: { refreshToken: second.refreshToken } })
    expect([logout.status, logout.body.success]).toEqual([200, true])
    expect((await api('GET', '/account', { token: second.accessToken })).status).toBe(401)
    expect((await api('POST', '/auth/refresh', { body: { refreshToken: second.refreshToken } })).status).toBe(401)
    expect((await api('POST', '/auth/logout', { body: { refreshToken: 'made up' } })).status).toBe(200)
  })

  test('survives tabs that refresh at once and ends when an old token comes back', async ({ api, ctx }) => {
    const user = await aUser(ctx)
    const login = await api('POST', '/auth/login', { body: { email: user.email, password: usualPassword } })
    const refresh = (refreshToken: string) => api('POST', '/auth/refresh', { body: { refreshToken } })
    const tabs = await Promise.all(Array.from({ length: 10 }, () => refresh(login.body.data.refreshToken)))
    expect(new Set(tabs.map((tab) => tab.body.data.refreshToken)).size).toBe(1)
    const next = await refresh(tabs[0]?.body.data.refreshToken)
    expect(next.status).toBe(200)
    const reused = await refresh(login.body.data.refreshToken)
    expect([reused.status, reused.body.code]).toEqual([401, 'UNAUTHENTICATED'])
    expect((await refresh(next.body.data.refreshToken)).status).toBe(401)
    expect((await api('GET', '/account', { token: next.body.data.accessToken })).status).toBe(401)
  })

  test('refreshes thirty times a minute', async ({ api, ctx, clock }) => {
    const user = await aUser(ctx)
    const login = await api('POST', '/auth/login', { body: { email: user.email, password: usualPassword } })
    const refresh = () => api('POST', '/auth/refresh', { body: { refreshToken: login.body.data.refreshToken } })
    for (let n = 0; n < 30; n++) expect((await refresh()).status).toBe(200)
    expect((await refresh()).status).toBe(429)
    clock.forward(minutes(1))
    expect((await refresh()).status).toBe(200)
  })
})

describe('mails with links', () => {
  test('resend-verification and forgot-password answer everybody alike', async ({ api, ctx }) => {
    const verified = await aUser(ctx)
    const waiting = await aUser(ctx, { verified: false })
    for (const path of ['/auth/resend-verification', '/auth/forgot-password']) {
      const answers = []
      for (const email of [
        verified.email,
        waiting.email,
        'kimse@posta.example',
        verified.email,
        verified.email,
        verified.email,
      ]) {
        const { status, body } = await api('POST', path, { body: { email } })
        answers.push(JSON.stringify([status, body]))
      }
      expect(new Set(answers).size, path).toBe(1)
      expect(answers[0]).toContain('[200,')
      const none = await api('POST', path, { body: {} })
      expect([none.status, none.body.message]).toEqual([400, 'Lütfen email adresinizi girin.'])
    }
  })

  test('reset-password changes the password and ends all sessions', async ({ api, ctx }) => {
    const user = await aUser(ctx)
    const bearer = await signIn(ctx, user)
    await api('POST', '/auth/forgot-password', { body: { email: user.email } })
    const token = await mailedToken(ctx, 'password-reset')
    const different = await api('POST', '/auth/reset-password', {
      body: { token, newPassword: 'gizli1', confirmPassword: 'gizli2' },
    })
    expect([different.status, different.body.message]).toEqual([400, 'Şifreler eşleşmiyor.'])
    const body = { token, newPassword: 'gizli1', confirmPassword: 'gizli1' }
    const done = await api('POST', '/auth/reset-password', { body })
    expect([done.status, done.body.message]).toEqual([
      200,
      'Şifreniz başarıyla sıfırlandı! Yeni şifrenizle giriş yapabilirsiniz.',
    ])
    expect((await api('POST', '/auth/reset-password', { body })).status).toBe(400)
    expect((await api('GET', '/account', { token: bearer })).status).toBe(401)
    expect((await api('POST', '/auth/login', { body: { email: user.email, password: 'gizli1' } })).status).toBe(200)
  })

  test('verify-email tells a page what to offer', async ({ api }) => {
    const unknown = await api('POST', '/auth/verify-email', { body: { token: 'x' } })
    expect([unknown.status, unknown.body.error]).toEqual([
      400,
      'Geçersiz doğrulama linki. E-postanızdaki bağlantıyı eksiksiz açın veya yeni bir bağlantı isteyin.',
    ])
    expect((await api('POST', '/auth/verify-email', { body: {} })).body.message).toBe(
      'Geçersiz doğrulama linki. Token bulunamadı.',
    )
  })
})

describe('GET /account', () => {
  test('shows oneself to oneself', async ({ api, ctx }) => {
    const user = await aUser(ctx)
    const { status, body } = await api('GET', '/account', { token: await signIn(ctx, user) })
    const { id, email } = user
    expect([status, body.data]).toEqual([
      200,
      { id, email, firstName: 'Ayşe', lastName: 'Yılmaz', role: 'USER', emailVerified: true, pendingEmail: null },
    ])
  })

  test('refuses guests and bad tokens', async ({ api }) => {
    expect((await api('GET', '/account')).status).toBe(401)
    for (const authorization of ['Bearer x', 'Bearer ', 'Basic YTpi', 'x']) {
      const { status, headers } = await api('GET', '/account', { headers: { authorization } })
      expect([status, headers.get('www-authenticate')], authorization).toEqual([401, 'Bearer'])
    }
  })
})
