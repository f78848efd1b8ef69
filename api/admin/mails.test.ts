import { describe, expect } from 'vitest'
import { setRole } from '#shop/accounts/admins.ts'
import { register } from '#shop/accounts/registration.ts'
import { auditEntries } from '#shop/audit/schema.ts'
import { queueMail, sendMail } from '#shop/mail/outbox.ts'
import { aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'

const mail = { to: 'ayse@posta.example', kind: 'hello', subject: 'Işıl', html: '<p>gizli</p>', text: 'gizli' }

describe('the outbox of the admin', () => {
  test('shows what could not be sent, without its body, and sends it again', async ({ api, ctx, queued, clock }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    await queueMail(ctx, mail)
    const [{ id } = { id: '' }] = await mailsOf(ctx)
    expect((await api('GET', '/admin/mails', { token })).body.data).toEqual([])
    const unreachable = { ...ctx, config: { ...ctx.config, smtpUrl: 'smtp://user:geheim@127.0.0.1:1' } }
    for (let n = 0; n < 11; n++) await sendMail(unreachable, id).catch(() => {})
    const { body } = await api('GET', '/admin/mails?q=AYSE', { token })
    expect(body.pagination).toEqual({ page: 1, totalPages: 1, total: 1 })
    expect(body.data).toMatchObject([
      { id, to: 'ayse@posta.example', attempts: 11, gaveUp: true, lastError: expect.stringContaining('ECONNREFUSED') },
    ])
    expect(JSON.stringify(body)).not.toMatch(/gizli|geheim/)

    queued.length = 0
    const again = await api('POST', `/admin/mails/${id}/resend`, { token })
    expect([again.status, again.body.data]).toMatchObject([200, { attempts: 0, gaveUp: false, lastError: null }])
    expect(queued).toEqual([{ name: 'send-mail', data: { mailId: id } }])
    expect((await api('POST', `/admin/mails/${id}/resend`, { token })).status).toBe(409)
    await sendMail(ctx, id)
    expect((await api('GET', '/admin/mails?state=sent', { token })).body.data).toMatchObject([{ toFolder: true }])
    // For a mail that arrived, a copy with the same text is sent.
    clock.forward(1000)
    const copy = await api('POST', `/admin/mails/${id}/resend`, { token })
    expect(copy.body.data).toMatchObject({ attempts: 0, sentAt: null, subject: 'Işıl' })
    expect(copy.body.data.id).not.toBe(id)
    expect((await api('GET', '/admin/mails?state=all&q=isil', { token })).body.data).toHaveLength(2)
    expect((await api('GET', `/admin/mails/${copy.body.data.id}`, { token })).body.data.text).toBe('gizli')
    expect(await ctx.db.select().from(auditEntries).orderBy(auditEntries.id)).toMatchObject([
      { action: 'mail.resend', before: { state: 'failed' }, after: { state: 'waiting' } },
      { action: 'mail.resend', before: { state: 'sent' }, after: { state: 'waiting' } },
    ])
    for (const wrong of ['x', '01890000-0000-7000-8000-000000000000']) {
      expect((await api('POST', `/admin/mails/${wrong}/resend`, { token })).status).toBe(404)
    }
  })

  test('never shows or sends again a link that opens an account', async ({ api, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    await register(ctx, {
      firstName: 'İpek',
      lastName: 'Işık',
      email: 'ipek@posta.example',
      password: 'uzun bir cümle',
    })
    const [mail] = await mailsOf(ctx)
    const secret = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no link'
    const read = () => api('GET', `/admin/mails/${mail?.id}`, { token })
    const before = await read()
    expect(before.body.data.text).toContain('/verify-email?token=••••••')
    expect(JSON.stringify(before.body)).not.toContain(secret)
    expect(before.body.data.keptBack).toContain('süreli bir bağlantı')
    await sendMail({ ...ctx, config: { ...ctx.config, smtpUrl: 'smtp://127.0.0.1:1' } }, mail?.id ?? '').catch(() => {})
    const failed = await api('POST', `/admin/mails/${mail?.id}/resend`, { token })
    expect([failed.status, failed.body.message]).toEqual([409, before.body.data.keptBack])
    await sendMail(ctx, mail?.id ?? '')
    expect((await read()).body.data.text).toBe('')
    expect((await api('POST', `/admin/mails/${mail?.id}/resend`, { token })).status).toBe(409)
    expect((await api('GET', '/admin/mails/x', { token })).status).toBe(404)
  })

  test('is for admins only, by the role they have now', async ({ api, ctx }) => {
    const customer = await signIn(ctx, await aUser(ctx))
    for (const [method, path] of [
      ['GET', '/admin/mails'],
      ['GET', '/admin/mails/x'],
      ['POST', '/admin/mails/x/resend'],
      ['GET', '/admin/security-log'],
    ] as const) {
      expect((await api(method, path)).status, path).toBe(401)
      expect((await api(method, path, { token: customer })).status, path).toBe(403)
    }
    const demoted = await aUser(ctx, { role: 'ADMIN' })
    await aUser(ctx, { role: 'ADMIN' })
    const token = await signIn(ctx, demoted)
    expect((await api('GET', '/admin/mails', { token })).status).toBe(200)
    await setRole(ctx, demoted.email, 'USER')
    // Her token still says ADMIN; her sessions ended with her role.
    const refused = await api('GET', '/admin/mails', { token })
    expect([refused.status, refused.body.code]).toEqual([401, 'UNAUTHENTICATED'])
  })
})
