import { asc } from 'drizzle-orm'
import pino from 'pino'
import { describe, expect } from 'vitest'
import { depsOn } from '#test/deps.ts'
import { aUser } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { openSmtpServer } from '#test/outside/smtp.ts'
import { test } from '#test/shop.ts'
import { marketingConsentText, saveMailPreferences } from '../accounts/consents/own.ts'
import { register } from '../accounts/registration.ts'
import { type Ctx, newId } from '../ctx.ts'
import { openJobs } from '../jobs/open.ts'
import { queueMail, sendMail } from './outbox.ts'
import { mails } from './schema.ts'

const hello = { kind: 'hello', subject: 'Işıltılı günler', html: '<p>Merhaba Ayşe</p>', text: 'Merhaba Ayşe' }

describe('with a real mail server', () => {
  test('a mail arrives whole, in both bodies, once', async ({ ctx }) => {
    const server = await openSmtpServer()
    const config = { ...ctx.config, smtpUrl: server.url }
    await register(
      { ...ctx, config },
      {
        firstName: 'İpek',
        lastName: 'Işık',
        email: 'ipek@posta.example',
        password: 'uzun bir cümle',
      },
    )
    const [mail] = await mailsOf(ctx)
    await sendMail({ ...ctx, config }, mail?.id ?? '')
    await sendMail({ ...ctx, config }, mail?.id ?? '')
    await server.close()
    expect(server.received).toHaveLength(1)
    const [got] = server.received
    expect(got).toMatchObject({ to: ['ipek@posta.example'], from: 'merhaba@narcicegi.example' })
    expect(got?.head).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
    expect(got?.head).not.toMatch(/^List-Unsubscribe/m)
    expect(got?.source).toContain('Content-Type: text/plain; charset=utf-8')
    expect(got?.source).toContain('Content-Type: text/html; charset=utf-8')
    // The link is sent and deleted from the database.
    expect((await mailsOf(ctx))[0]).toMatchObject({ html: '', text: '', lastError: null })
  })

  test('none is sent unencrypted outside the own network, whatever the server offers or the address says', async ({
    ctx,
  }) => {
    const server = await openSmtpServer()
    const id = await queueMail(ctx, { ...hello, to: 'ayse@posta.example' })
    // Another way to write this machine's address, which does not look like it.
    const far = server.url.replace('127.0.0.1', '127.1')
    for (const url of [far, `${far}?ignoreTLS=true`, `${far}?requireTLS=false`]) {
      const sent = sendMail({ ...ctx, config: { ...ctx.config, smtpUrl: url } }, id)
      await expect(sent, url).rejects.toMatchObject({ message: expect.stringMatching(/STARTTLS/) })
    }
    expect(server.received).toHaveLength(0)
    await sendMail({ ...ctx, config: { ...ctx.config, smtpUrl: server.url } }, id)
    await server.close()
    expect(server.received).toHaveLength(1)
  })

  test('a certificate that cannot be trusted is refused, but for that of a server on this machine', async ({ ctx }) => {
    const server = await openSmtpServer(undefined, 0, true)
    const id = await queueMail(ctx, { ...hello, to: 'ayse@posta.example' })
    for (const url of [server.url.replace('127.0.0.1', '127.1'), `${server.url}?requireTLS=true`]) {
      const sent = sendMail({ ...ctx, config: { ...ctx.config, smtpUrl: url } }, id)
      await expect(sent, url).rejects.toThrow(/certificate/)
    }
    expect(server.received).toHaveLength(0)
    await sendMail({ ...ctx, config: { ...ctx.config, smtpUrl: server.url } }, id)
    expect(server.received).toHaveLength(1)
    await server.close()
  })

  test('a mail that needs consent has a one-click unsubscribe header', async ({ ctx, as }) => {
    const server = await openSmtpServer()
    const user = await aUser(ctx)
    const shopper = as({ kind: 'user', id: user.id, sessionId: newId(), address: '203.0.113.7', rights: [] })
    await saveMailPreferences(shopper, { marketing: true, textVersion: (await marketingConsentText(ctx)).version })
    const [mail] = await mailsOf(ctx)
    await sendMail({ ...ctx, config: { ...ctx.config, smtpUrl: server.url } }, mail?.id ?? '')
    await server.close()
    expect(server.received[0]?.head).toMatch(
      new RegExp(
        `^List-Unsubscribe: <${ctx.config.publicUrl}/api/v1/unsubscribe\\?token=${user.id}\\.[\\w-]+>\\r?$`,
        'm',
      ),
    )
    expect(server.received[0]?.head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  })

  test('no line break in what people write becomes a header or a recipient', async ({ ctx }) => {
    const server = await openSmtpServer()
    const breaks = ['\r\n', '\n', '\r', '\u2028', '\u0085', '%0d%0a', '\r\n ']
    for (const end of breaks) {
      const evil = `Ayşe${end}Bcc: kurban@posta.example${end}${end}<b>reklam</b>`
      const config = { ...ctx.config, smtpUrl: server.url, mailFrom: `${evil} <merhaba@narcicegi.example>` }
      await queueMail(ctx, {
        ...hello,
        to: 'ayse@posta.example',
        subject: evil,
        replyTo: `a@posta.example${end}Bcc: b@c.example`,
      })
      const last = (await mailsOf(ctx)).at(-1)
      await sendMail({ ...ctx, config }, last?.id ?? '')
    }
    await server.close()
    expect(server.received).toHaveLength(breaks.length)
    for (const { to, head } of server.received) {
      expect(to).toEqual(['ayse@posta.example'])
      const names = head.split('\r\n').map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
      expect(names).not.toContain('bcc')
      expect(names.filter((name) => name === 'subject' || name === 'from').sort()).toEqual(['from', 'subject'])
    }
  })

  test('a refused mail is tried again after a pause, by itself', async ({ database, env }) => {
    const server = await openSmtpServer((_to, tries) => (tries === 1 ? '451 try again later' : undefined))
    const jobs = await openJobs(database.jobOptions, pino({ level: 'silent' }))
    // No rolled back transaction here: the queue works outside of it.
    const deps = { ...depsOn(database.db, { ...env, smtpUrl: server.url }), jobs }
    const ctx: Ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
    await jobs.start({
      'mail-link': async () => {},
      'send-mail': ({ mailId }) => sendMail(ctx, mailId),
      'send-sms': async () => {},
      'forward-message': async () => {},
      'import-products': async () => {},
      'change-products': async () => {},
      'encode-avif': async () => {},
    })
    await queueMail(ctx, { ...hello, to: 'ayse@posta.example' })
    const row = async () => (await database.db.select().from(mails).orderBy(asc(mails.id)))[0]
    await expect.poll(async () => (await row())?.lastError, { timeout: 10_000 }).toContain('try again later')
    await expect.poll(() => server.received.length, { timeout: 25_000 }).toBe(1)
    await expect.poll(async () => (await row())?.sentAt ?? null).not.toBeNull()
    expect(await row()).toMatchObject({ attempts: 2, lastError: null })
    expect((server.received[0]?.at ?? 0) - (server.refusedAt[0] ?? 0)).toBeGreaterThan(2000)
    await jobs.stop()
    await server.close()
    await database.db.delete(mails)
  }, 45_000)
})
