import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { findUserByEmail } from '#shop/accounts/users.ts'
import { auditEntries } from '#shop/audit/schema.ts'
import { giftCards } from '#shop/gift-cards/schema.ts'
import { saveGiftCardSettings } from '#shop/settings/gift-cards/gift-cards.ts'
import { aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import { mailedToken, mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'

const calls: [string, string, object?][] = [
  ['GET', '/account'],
  ['PUT', '/account', { firstName: 'Ali' }],
  ['DELETE', '/account', { password: usualPassword }],
  ['PUT', '/account/password', { currentPassword: usualPassword, newPassword: 'yeni parola' }],
  ['GET', '/account/sessions'],
  ['DELETE', '/account/sessions'],
  ['DELETE', '/account/sessions/01890000-0000-7000-8000-000000000000'],
  ['GET', '/account/export'],
  ['GET', '/account/addresses'],
  ['POST', '/account/addresses', {}],
  ['PUT', '/account/addresses/01890000-0000-7000-8000-000000000000', {}],
  ['DELETE', '/account/addresses/01890000-0000-7000-8000-000000000000'],
  ['GET', '/account/mail-preferences'],
  ['PUT', '/account/mail-preferences', { marketing: true }],
]

test('guests are refused everywhere in an account, before their input is looked at', async ({ api }) => {
  for (const [method, path, body] of calls) {
    const answer = await api(method, path, { body })
    expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([401, 'UNAUTHENTICATED'])
  }
})

describe('PUT /account', () => {
  test('changes the name, and neither role nor e-mail by the way', async ({ api, ctx }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const body = { firstName: ' İpek ', lastName: 'Işık', role: 'ADMIN', emailVerified: false }
    const { status, body: answer } = await api('PUT', '/account', { token, body })
    expect([status, answer.message]).toEqual([200, 'Bilgileriniz kaydedildi.'])
    expect(answer.data).toEqual({
      id: user.id,
      email: user.email,
      firstName: 'İpek',
      lastName: 'Işık',
      role: 'USER',
      emailVerified: true,
      pendingEmail: null,
    })
    const wrong = await api('PUT', '/account', { token, body: { firstName: ' ', email: 'x' } })
    expect([wrong.status, wrong.body.error]).toEqual([
      400,
      { firstName: ['Ad ve soyad alanları zorunludur'], email: ['Geçerli bir e-posta adresi girin'] },
    ])
  })

  test('takes a new e-mail once its link is opened, and tells both addresses', async ({ api, ctx }) => {
    const user = await aUser(ctx)
    const signedIn = await api('POST', '/auth/login', { body: { email: user.email, password: usualPassword } })
    const token: string = signedIn.body.data.accessToken
    const elsewhere = await signIn(ctx, user)
    const asked = await api('PUT', '/account', {
      token,
      body: { email: 'YENI@posta.example', currentPassword: usualPassword },
    })
    expect(asked.body.data).toMatchObject({ email: user.email, pendingEmail: 'yeni@posta.example' })
    expect(asked.body.message).toContain('yeni@posta.example')
    const login = (email: string) => api('POST', '/auth/login', { body: { email, password: usualPassword } })
    expect((await login('yeni@posta.example')).status).toBe(401)

    await api('POST', '/auth/forgot-password', { body: { email: user.email } })
    const resetToken = await mailedToken(ctx, 'password-reset')
    const link = await mailedToken(ctx, 'email-change-link')
    const opened = await api('POST', '/auth/verify-email', { body: { token: link } })
    expect([opened.status, opened.body.message]).toEqual([
      200,
      'Yeni e-posta adresiniz başarıyla doğrulandı! Bundan sonra bu adresle giriş yapabilirsiniz.',
    ])
    expect((await login('yeni@posta.example')).status).toBe(200)
    expect((await login(user.email)).status).toBe(401)
    expect((await api('GET', '/account', { token })).body.data).toMatchObject({
      email: 'yeni@posta.example',
      emailVerified: true,
      pendingEmail: null,
    })
    expect((await api('GET', '/account', { token: elsewhere })).status).toBe(401)
    expect((await mailsOf(ctx)).map(({ kind, toEmail }) => [kind, toEmail])).toEqual([
      ['email-change-requested', user.email],
      ['email-change-link', 'yeni@posta.example'],
      ['password-reset', user.email],
      ['email-changed', user.email],
      ['email-changed', 'yeni@posta.example'],
    ])
    // The mail to the old box does not offer a new password as the way out: that box cannot set one any more.
    const [toOld, toNew] = (await mailsOf(ctx)).filter(({ kind }) => kind === 'email-changed').map(({ text }) => text)
    const anew = 'hemen yeni bir şifre belirleyin'
    expect([toOld?.includes(anew), toNew?.includes(anew)]).toEqual([false, true])
    expect(toOld).toContain('“Şifremi unuttum” bağlantısı artık yeni adrese gider')
    // A link that lies in the old box opens the account no more, and that of the change works once.
    const body = { token: resetToken, newPassword: 'gizli1', confirmPassword: 'gizli1' }
    expect((await api('POST', '/auth/reset-password', { body })).status).toBe(400)
    expect((await api('POST', '/auth/verify-email', { body: { token: link } })).status).toBe(400)
  })

  test('answers alike whether the new address has an account or not', async ({ api, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const taken = await aUser(ctx)
    const ask = (email: string) => api('PUT', '/account', { token, body: { email, currentPassword: usualPassword } })
    const free = await ask('bos@posta.example')
    const used = await ask(taken.email)
    const shape = (answer: typeof free, email: string) =>
      JSON.stringify([answer.status, answer.body]).replaceAll(email, 'X')
    expect(shape(used, taken.email)).toBe(shape(free, 'bos@posta.example'))
    const mails = (await mailsOf(ctx)).filter((mail) => mail.toEmail === taken.email)
    expect(mails.map((mail) => mail.kind)).toEqual(['address-in-use'])
    expect(mails[0]?.text).not.toContain('token=')
  })

  test('refuses the change when somebody else has the address by then', async ({ api, ctx }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    await api('PUT', '/account', { token, body: { email: 'yeni@posta.example', currentPassword: usualPassword } })
    const link = await mailedToken(ctx, 'email-change-link')
    await aUser(ctx, { email: 'yeni@posta.example' })
    const opened = await api('POST', '/auth/verify-email', { body: { token: link } })
    expect([opened.status, opened.body.code]).toEqual([409, 'CONFLICT'])
    expect(await findUserByEmail(ctx, user.email)).toBeDefined()
  })

  test('always asks for the password, and for a real address', async ({ api, ctx }) => {
    const user = await aUser(ctx)
    const signedIn = await api('POST', '/auth/login', { body: { email: user.email, password: usualPassword } })
    const token: string = signedIn.body.data.accessToken
    const ask = (body: object) => api('PUT', '/account', { token, body })
    expect((await ask({ email: 'a@mailinator.com' })).body.error).toEqual({
      email: [expect.stringContaining('Geçici')],
    })
    expect((await ask({ email: 'test@test.com' })).body.error).toEqual({ email: [expect.stringContaining('Test')] })
    const without = await ask({ email: 'yeni@posta.example' })
    expect([without.status, without.body.error]).toEqual([
      400,
      { currentPassword: ['E-posta adresinizi değiştirmek için mevcut şifrenizi girin'] },
    ])
    const wrong = await ask({ email: 'yeni@posta.example', currentPassword: 'yanlış' })
    expect([wrong.status, wrong.body.error]).toEqual([400, { currentPassword: ['Mevcut şifreniz hatalı'] }])
    expect(await mailsOf(ctx)).toEqual([])
    expect((await ask({ email: 'yeni@posta.example', currentPassword: usualPassword })).status).toBe(200)
  })
})

describe('PUT /account/password', () => {
  test('needs the current one, ends the other sessions and tells by mail', async ({ api, ctx }) => {
    const user = await aUser(ctx)
    const here = await signIn(ctx, user)
    const there = await signIn(ctx, user)
    const change = (body: object) => api('PUT', '/account/password', { token: here, body })
    const wrong = await change({ currentPassword: 'yanlış', newPassword: 'yeni parola' })
    expect([wrong.status, wrong.body.error]).toEqual([400, { currentPassword: ['Mevcut şifreniz hatalı'] }])
    const short = await change({ currentPassword: usualPassword, newPassword: '12345', confirmPassword: '1' })
    expect(short.body.error).toEqual({
      newPassword: ['Şifre en az 6 karakter olmalıdır'],
      confirmPassword: ['Şifreler eşleşmiyor'],
    })
    expect((await change({ currentPassword: usualPassword, newPassword: 'yeni parola' })).status).toBe(200)
    expect((await api('GET', '/account', { token: here })).status).toBe(200)
    expect((await api('GET', '/account', { token: there })).status).toBe(401)
    const login = (password: string) => api('POST', '/auth/login', { body: { email: user.email, password } })
    expect([(await login(usualPassword)).status, (await login('yeni parola')).status]).toEqual([401, 200])
    expect((await mailsOf(ctx)).map((mail) => mail.kind)).toEqual(['password-changed'])
  })

  test('does not let a borrowed phone guess', async ({ api, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const guess = (password: string) =>
      api('PUT', '/account/password', { token, body: { currentPassword: password, newPassword: 'yeni parola' } })
    for (let n = 0; n < 5; n++) expect((await guess(`tahmin ${n}`)).status).toBe(400)
    const held = await guess(usualPassword)
    expect([held.status, Number(held.headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})

describe('sessions', () => {
  test('are listed with their devices, and ended one by one or all others at once', async ({ api, ctx }) => {
    const user = await aUser(ctx)
    const enter = async (agent: string) => {
      const body = { email: user.email, password: usualPassword }
      const answer = await api('POST', '/auth/login', { body, headers: { 'user-agent': agent } })
      return answer.body.data.accessToken as string
    }
    const laptop = await enter('Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36')
    const phone = await enter('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile Safari/604.1')
    await enter('<script>alert(1)</script>')
    const { body } = await api('GET', '/account/sessions', { token: laptop })
    expect(body.data.map((s: { device: string; current: boolean }) => [s.device, s.current])).toEqual([
      ['Chrome, Windows', true],
      ['Bilinmeyen cihaz', false],
      ['Safari, iPhone', false],
    ])
    const phoneId = body.data[2].id
    const other = await signIn(ctx, await aUser(ctx))
    expect((await api('DELETE', `/account/sessions/${phoneId}`, { token: other })).status).toBe(404)
    expect((await api('DELETE', `/account/sessions/${phoneId}`, { token: laptop })).status).toBe(200)
    expect((await api('GET', '/account', { token: phone })).status).toBe(401)
    expect((await api('DELETE', '/account/sessions/x', { token: laptop })).status).toBe(404)
    const ended = await api('DELETE', '/account/sessions', { token: laptop })
    expect([ended.body.data, ended.body.message]).toEqual([{ ended: 1 }, '1 oturum kapatıldı.'])
    expect((await api('GET', '/account/sessions', { token: laptop })).body.data).toHaveLength(1)
    expect((await api('GET', '/account', { token: other })).status).toBe(200)
  })

  test('on a kind of device not seen before are told by mail, the first one not', async ({ api, ctx }) => {
    const user = await aUser(ctx)
    const enter = (agent: string) =>
      api('POST', '/auth/login', {
        body: { email: user.email, password: usualPassword },
        headers: { 'user-agent': agent },
      })
    const windows = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36'
    await enter(windows)
    await enter(windows.replace('140', '141'))
    expect(await mailsOf(ctx)).toEqual([])
    await enter('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
    const [mail] = await mailsOf(ctx)
    expect(mail).toMatchObject({ kind: 'new-device', toEmail: user.email })
    expect(mail?.text).toContain('20 Kasım 2026 12:00')
    expect(mail?.text).toContain('Firefox, Linux')
  })
})

describe('GET /account/export', () => {
  test('holds what is hers, and nothing secret or of others', async ({ api, ctx }) => {
    const user = await aUser(ctx, { firstName: 'Şule <b>' })
    const token = await signIn(ctx, user)
    const product = await aProduct(ctx, { name: 'Saten Elbise' })
    await api('POST', '/favorites/add', { token, body: { productId: product.id } })
    const stranger = await signIn(ctx, await aUser(ctx))
    await api('POST', '/favorites/add', {
      token: stranger,
      body: { productId: (await aProduct(ctx, { name: 'Başka' })).id },
    })
    const { status, body } = await api('GET', '/account/export', { token })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      account: { email: user.email },
      favorites: [{ name: 'Saten Elbise' }],
      orders: [],
    })
    const text = JSON.stringify(body)
    for (const secret of ['argon2', 'tokenHash', 'passwordHash', 'Başka', token]) expect(text).not.toContain(secret)
  })

  test('tells of gift cards that were sent to an address, to whoever proved it, and nothing of who made them', async ({
    api,
    app,
    ctx,
  }) => {
    await saveGiftCardSettings(ctx, { on: true })
    const owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN', firstName: 'Narin' }))
    const user = await aUser(ctx, { email: 'ipek@posta.example' })
    const claims = await aUser(ctx, { email: 'gul@posta.example', verified: false })
    const cardTo = async (recipientEmail: string) => {
      const body = { amount: 250, note: 'Gizli not', recipientEmail, recipientName: 'İpek', message: 'İyi ki doğdun' }
      return (await api('POST', '/admin/gift-cards', { token: owner, body })).body.data[0]
    }
    const card = await cardTo(user.email)
    await cardTo(claims.email)
    const exported = async (of: typeof user) =>
      (await api('GET', '/account/export', { token: await signIn(ctx, of) })).body.data
    const data = await exported(user)
    expect(data.giftCards).toEqual([
      {
        ...{ codeEnd: card.tail, amount: 250, balance: 250, recipientName: 'İpek', message: 'İyi ki doğdun' },
        ...{ blockedAt: null, createdAt: ctx.clock().toISOString() },
      },
    ])
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`${card.code}|Gizli not|Narin`))
    for (const other of [claims, await aUser(ctx)]) expect(await exported(other)).not.toHaveProperty('giftCards')
    const headers = { authorization: `Bearer ${await signIn(ctx, user)}` }
    const page = await app.fetch(new Request('http://shop.test/api/v1/account/export?format=html', { headers }))
    const html = await page.text()
    expect(html).toContain(`<td>…${card.tail}</td><td>250,00 TL, kalan 250,00 TL</td><td>İpek: İyi ki doğdun</td>`)
    expect(html).not.toContain('Gizli not')
    await api('GET', '/admin/customers', { token: owner })
    const file = await api('GET', `/admin/customers/${user.id}/export?format=json`, { token: owner })
    expect(file.body.giftCards).toHaveLength(1)
  })

  test('tells of gift cards that went to an account which became one with hers, and they are forgotten with her', async ({
    api,
    ctx,
  }) => {
    await saveGiftCardSettings(ctx, { on: true })
    const owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const kept = await aUser(ctx, { email: 'yeni@posta.example' })
    const proved = await aUser(ctx, { email: 'eski@posta.example' })
    const claimed = await aUser(ctx, { email: 'baskasi@posta.example', verified: false })
    for (const recipientEmail of [proved.email, claimed.email]) {
      const body = { amount: 250, note: '', recipientEmail, recipientName: 'İpek' }
      expect((await api('POST', '/admin/gift-cards', { token: owner, body })).status).toBe(201)
    }
    for (const { id: otherId } of [proved, claimed]) {
      const body = { otherId }
      expect((await api('POST', `/admin/customers/${kept.id}/merge`, { token: owner, body })).status).toBe(200)
    }
    const token = await signIn(ctx, kept)
    const exported = (await api('GET', '/account/export', { token })).body.data
    expect(exported.giftCards, 'what she never proved may be another’s').toMatchObject([{ amount: 250 }])
    expect((await api('DELETE', '/account', { token, body: { password: usualPassword } })).status).toBe(200)
    const cards = await ctx.db.select().from(giftCards)
    expect(cards.map(({ recipientEmail, balanceKurus }) => [recipientEmail, balanceKurus]).toSorted()).toEqual([
      [null, 25_000],
      ['baskasi@posta.example', 25_000],
    ])
    const made = await ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'gift-card.create'))
    expect(made.flatMap(({ after }) => after?.to ?? [])).toEqual(['baskasi@posta.example'])
  })

  test('comes as a page to print, with every word escaped', async ({ app, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx, { firstName: 'Şule <b>' }))
    const response = await app.fetch(
      new Request('http://shop.test/api/v1/account/export?format=html', {
        headers: { authorization: `Bearer ${token}` },
      }),
    )
    const html = await response.text()
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="kisisel-verilerim.html"')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('Şule &lt;b&gt;')
    expect(html).not.toContain('<script')
  })
})
