import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { withdrawConsent } from '#shop/accounts/consents/ledger.ts'
import { consentEvents } from '#shop/accounts/schema.ts'
import { minutes } from '#shop/time.ts'
import { aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'

describe('mail preferences', () => {
  test('are off until she agrees to the very text, and the ledger says when and from where', async ({
    api,
    ctx,
    clock,
  }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const save = (body: object) => api('PUT', '/account/mail-preferences', { token, body })
    const before = (await api('GET', '/account/mail-preferences', { token })).body.data.marketing
    expect(before).toMatchObject({ granted: false, since: null, text: expect.stringContaining('Narçiçeği') })
    expect((await save({ marketing: true })).status).toBe(400)
    expect((await save({ marketing: true, textVersion: 'eski' })).status).toBe(409)
    expect(await ctx.db.select().from(consentEvents)).toEqual([])

    const agreed = await save({ marketing: true, textVersion: before.version })
    expect(agreed.body.data.marketing).toMatchObject({ granted: true, since: clock.now.toISOString() })
    await save({ marketing: true, textVersion: before.version })
    clock.forward(minutes(5))
    expect((await save({ marketing: false })).body.data.marketing.granted).toBe(false)
    const said = { userId: user.id, recipient: user.email, channel: 'EMAIL', form: 'settings', source: 'HS_WEB' }
    expect(await ctx.db.select().from(consentEvents).orderBy(consentEvents.happenedAt)).toMatchObject([
      { ...said, status: 'GIVEN', textVersion: before.version, text: before.text, address: '127.0.0.1' },
      { ...said, status: 'WITHDRAWN', happenedAt: clock.now },
    ])
  })

  test('are not hers to agree to for an address that nobody proved; a no that was said there stands', async ({
    api,
    ctx,
  }) => {
    const user = await aUser(ctx, { verified: false })
    const token = await signIn(ctx, user)
    await withdrawConsent(ctx, { recipient: user.email, channel: 'EMAIL', form: 'mail-link', source: 'HS_EPOSTA' })
    const save = (body: object) => api('PUT', '/account/mail-preferences', { token, body })
    const { version } = (await api('GET', '/account/mail-preferences', { token })).body.data.marketing
    const refused = await save({ marketing: true, textVersion: version })
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('adresinizi doğrulayın')])
    expect(await ctx.db.select().from(consentEvents)).toMatchObject([{ status: 'WITHDRAWN', form: 'mail-link' }])
    expect(await mailsOf(ctx)).toEqual([])
    // The owner of an address may always say no.
    expect((await save({ marketing: false })).status).toBe(200)
  })

  test('are confirmed by one mail that says how to leave, and left by its link without signing in', async ({
    api,
    app,
    ctx,
  }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const { version } = (await api('GET', '/account/mail-preferences', { token })).body.data.marketing
    await api('PUT', '/account/mail-preferences', { token, body: { marketing: true, textVersion: version } })
    const [mail] = await mailsOf(ctx)
    expect(mail).toMatchObject({ kind: 'consent-given' })
    const link = /\/abonelikten-cik\?token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(mail?.unsubscribeUrl).toBe(`${ctx.config.publicUrl}/api/v1/unsubscribe?token=${link}`)

    const forged = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`
    for (const bad of [forged, 'x', '', link.split('.')[0]]) {
      const refused = await api('POST', `/unsubscribe?token=${bad}`)
      expect([refused.status, refused.body.message], bad).toEqual([400, expect.stringContaining('ya da bize yaz')])
    }
    const granted = async () =>
      (await api('GET', '/account/mail-preferences', { token })).body.data.marketing.granted as boolean
    expect(await granted()).toBe(true)
    // As mail programs send it (RFC 8058).
    const left = await app.fetch(
      new Request(`http://shop.test/api/v1/unsubscribe?token=${link}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      }),
    )
    expect(left.status).toBe(200)
    expect(await granted()).toBe(false)
    const [last] = await ctx.db.select().from(consentEvents).where(eq(consentEvents.status, 'WITHDRAWN'))
    expect(last?.form).toBe('mail-link')
    const opened = await app.fetch(new Request(`http://shop.test/api/v1/unsubscribe?token=${link}`))
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/abonelikten-cik?token=${link}`])
  })
})
