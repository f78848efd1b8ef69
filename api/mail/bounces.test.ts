import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { giveConsent } from '#shop/accounts/consents/ledger.ts'
import { mailGuestCode, requireGuestCode } from '#shop/accounts/guests/codes.ts'
import { forgotPassword } from '#shop/accounts/link-requests.ts'
import { resetPassword } from '#shop/accounts/passwords/reset.ts'
import { verifyEmail } from '#shop/accounts/verification.ts'
import { type Ctx, type Deps, newId } from '#shop/ctx.ts'
import { keptCartKind, priceFallKind, queueMail, sendMail } from '#shop/mail/outbox.ts'
import { bounces, mails } from '#shop/mail/schema.ts'
import { newsletterMails } from '#shop/news/schema.ts'
import { tendNewsletters } from '#shop/news/send.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { aUser, signIn } from '#test/factories.ts'
import { allowGuests, guestCode, guestEmail, mailedToken, wrongOf } from '#test/mails.ts'
import { openSmtpServer } from '#test/outside/smtp.ts'
import { type Api, test } from '#test/shop.ts'
import { aBeginning, mailedCode } from '#test/ways/door.ts'

const letter = { kind: 'order-confirmation', subject: 'Siparişiniz alındı', html: '<p>Merhaba</p>', text: 'Merhaba' }

const report = (status: string, words: string) => `From: MAILER-DAEMON@mx.example
Content-Type: multipart/report; report-type=delivery-status; boundary="x"

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; someone@else.example
Action: failed
Status: ${status}
Diagnostic-Code: smtp; ${words}
--x--
`

type App = { fetch(request: Request): Response | Promise<Response> }

/** A shop whose mails come back to it, and what a mail server does with those that it gets. */
async function aPost(ctx: Ctx, deps: Deps, app: App) {
  const server = await openSmtpServer()
  deps.config = { ...deps.config, smtpUrl: server.url, mailBounces: 'geri@posta.dukkan.example' }
  const sending = { ...ctx, config: deps.config }
  const send = async (to: string, mail = letter) => {
    await sendMail(sending, await queueMail(ctx, { ...mail, to }))
    return server.received.at(-1)
  }
  const giveBack = async (returnPath: string, source: string) => {
    const token = /^geri\+(\w+)@posta\.dukkan\.example$/.exec(returnPath)?.[1] ?? 'none'
    const answer = await app.fetch(
      new Request(`http://shop.test/api/v1/mail/bounces/${token}`, {
        method: 'POST',
        headers: { 'content-type': 'message/rfc822' },
        body: source,
      }),
    )
    return { status: answer.status, body: await answer.json() }
  }
  return { server, sending, send, giveBack }
}

async function panelOf(ctx: Ctx, api: Api) {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  return (method: string, path: string, body?: unknown) => api(method, `/admin${path}`, { token, body })
}

describe('a mail that comes back', () => {
  test('is shown at its customer, who gets no more notices until the staff say that her address works', async ({
    ctx,
    deps,
    app,
    api,
  }) => {
    const { server, send, giveBack } = await aPost(ctx, deps, app)
    const panel = await panelOf(ctx, api)
    const ayse = await aUser(ctx, { email: 'ayse@posta.example' })
    const bounce = async () => (await panel('GET', `/customers/${ayse.id}`)).body.data.bounce
    expect(await bounce()).toBeNull()

    const got = await send('ayse@posta.example')
    expect(got).toMatchObject({ to: ['ayse@posta.example'], head: expect.stringMatching(/^From: .*merhaba@/m) })
    expect(got?.from.length).toBeLessThan(90)
    const gone = report('5.1.1', '550 5.1.1 <ayse@posta.example>: User unknown')
    // Servers may change the case of an address, and tell it twice.
    for (const path of [got?.from ?? '', (got?.from ?? '').replace(/\+\w+/, (token) => token.toUpperCase())])
      expect(await giveBack(path, gone)).toMatchObject({ status: 200, body: { data: { noted: true } } })
    expect(await bounce()).toMatchObject({
      hard: true,
      status: '5.1.1',
      reason: '550 5.1.1 <ayse@posta.example>: User unknown',
    })
    const [row] = (await panel('GET', '/mails?state=sent')).body.data
    expect(row).toMatchObject({
      to: 'ayse@posta.example',
      returned: '5.1.1 550 5.1.1 <ayse@posta.example>: User unknown',
    })

    // A full mailbox says nothing against it.
    await giveBack((await send('ayse@posta.example'))?.from ?? '', report('5.2.2', '552 5.2.2 full'))
    expect(await bounce()).toMatchObject({ hard: true, status: '5.1.1' })

    const before = server.received.length
    for (const kind of ['restock', 'review-request']) await send('ayse@posta.example', { ...letter, kind })
    expect(server.received.length, 'notices do not go there').toBe(before)
    expect((await panel('GET', '/mails?state=waiting')).body.data, 'and do not wait').toEqual([])
    await send('ayse@posta.example')
    await send('baska@posta.example', { ...letter, kind: 'restock' })
    expect(server.received.length, 'what she bought, and others, are still told').toBe(before + 2)

    expect((await panel('DELETE', `/customers/${ayse.id}/bounce`)).body).toMatchObject({
      data: { bounce: null },
      message: 'Bu adrese yeniden e-posta gönderilecek.',
    })
    expect((await panel('DELETE', `/customers/${ayse.id}/bounce`)).status, 'a second time').toBe(200)
    expect((await panel('DELETE', `/customers/${newId()}/bounce`)).status).toBe(404)
    const told = (await panel('GET', '/audit')).body.data.filter(
      ({ action }: { action: string }) => action === 'customer.mail',
    )
    expect(told).toHaveLength(1)
    await send('ayse@posta.example', { ...letter, kind: 'restock' })
    expect(server.received.length).toBe(before + 3)
    await server.close()
  })

  test('of a newsletter counts as failed, and the next goes to the others', async ({ ctx, deps, app, api }) => {
    const { server, sending, giveBack } = await aPost(ctx, deps, app)
    const panel = await panelOf(ctx, api)
    await saveSetting(ctx, 'policies', {
      merchantTitle: 'Nar A.Ş.',
      mersis: '0123456789012345',
      phone: '0212 111 22 33',
    })
    for (const recipient of ['ayse@posta.example', 'ipek@posta.example'])
      await giveConsent(ctx, { recipient, channel: 'EMAIL', form: 'settings', source: 'HS_WEB' })
    const newsletter = async () => {
      const blocks = [{ kind: 'text', heading: 'Merhaba', text: 'Yeni sezon geldi.' }]
      const draft = { subject: 'Yeni sezon', preheader: '', blocks, audience: { kind: 'ALL' } }
      const { id, version } = (await panel('POST', '/newsletters', draft)).body.data
      await panel('POST', `/newsletters/${id}/send`, { version })
      await tendNewsletters(sending)
      return async () => (await panel('GET', `/newsletters/${id}`)).body.data
    }
    const first = await newsletter()
    expect(server.received).toHaveLength(2)
    const ofAyse = server.received.find(({ to }) => to[0] === 'ayse@posta.example')
    const gone = report('5.1.1', '550 5.1.1 unknown')
    for (let n = 0; n < 2; n++) expect((await giveBack(ofAyse?.from ?? '', gone)).body.data).toEqual({ noted: true })
    expect(await first()).toMatchObject({ state: 'SENT', figures: { total: 2, sent: 1, failed: 1 } })
    const rows = await ctx.db.select().from(newsletterMails).where(eq(newsletterMails.recipient, 'ayse@posta.example'))
    expect(rows).toMatchObject([{ state: 'FAILED', error: '5.1.1 550 5.1.1 unknown' }])

    expect((await panel('POST', '/newsletters/audience', { kind: 'ALL' })).body.data).toEqual({ recipients: 1 })
    await newsletter()
    expect(server.received.slice(2).map(({ to }) => to)).toEqual([['ipek@posta.example']])
    await server.close()
  })

  test('is forgotten once she proves the address; another of hers was never touched', async ({
    ctx,
    deps,
    app,
    api,
  }) => {
    const { server, send, giveBack } = await aPost(ctx, deps, app)
    await api('POST', '/auth/register', {
      body: {
        firstName: 'İpek',
        lastName: 'Işık',
        email: 'ipek@posta.example',
        password: 'uzun bir cümle',
        passwordConfirm: 'uzun bir cümle',
        consentKvkk: true,
      },
    })
    await giveBack((await send('ipek@posta.example'))?.from ?? '', report('5.1.1', '550 5.1.1 unknown'))
    await giveBack((await send('yeni@posta.example'))?.from ?? '', report('4.4.1', 'timed out'))
    expect((await ctx.db.select().from(bounces)).map(({ email, hard }) => [email, hard])).toEqual(
      expect.arrayContaining([
        ['ipek@posta.example', true],
        ['yeni@posta.example', false],
      ]),
    )
    await verifyEmail(ctx, await mailedToken(ctx, 'verification'))
    expect((await ctx.db.select().from(bounces)).map(({ email }) => email)).toEqual(['yeni@posta.example'])
    await server.close()
  })

  test.for([
    [
      'a link for a new password',
      async (ctx: Ctx) => {
        await aUser(ctx, { email: guestEmail })
        await forgotPassword(ctx, guestEmail)
        const token = await mailedToken(ctx, 'password-reset')
        const passwords = { newPassword: 'uzun bir cümle', confirmPassword: 'uzun bir cümle' }
        return { prove: (right: boolean) => resetPassword(ctx, { token: right ? token : `${token}x`, ...passwords }) }
      },
    ],
    [
      'the code of a guest',
      async (ctx: Ctx) => {
        await allowGuests(ctx)
        await mailGuestCode(ctx, guestEmail)
        const code = await guestCode(ctx)
        const prove = (right: boolean) =>
          requireGuestCode(ctx, guestEmail, right ? code : wrongOf(code), { field: 'code' })
        return { prove }
      },
    ],
    [
      'the code of an order that is paid at the door',
      async (ctx: Ctx, api: Api) => {
        const { enter } = await aBeginning(ctx, api)
        const code = await mailedCode(ctx)
        return { prove: (right: boolean) => enter(right ? code : wrongOf(code)) }
      },
    ],
  ] as const)('is forgotten once %s arrived and was used', async ([, begin], { ctx, api }) => {
    const { prove } = await begin(ctx, api)
    const known = { hard: true, status: '5.1.1', reason: '550 5.1.1 unknown', bouncedAt: ctx.clock() }
    for (const email of [guestEmail, 'baska@posta.example']) await ctx.db.insert(bounces).values({ email, ...known })
    await Promise.resolve(prove(false)).catch(() => {})
    expect(await ctx.db.select().from(bounces)).toHaveLength(2)
    await prove(true)
    expect((await ctx.db.select().from(bounces)).map(({ email }) => email)).toEqual(['baska@posta.example'])
  })

  test('that the mail server refuses at once is known just so', async ({ ctx, deps }) => {
    const server = await openSmtpServer((to) =>
      to.startsWith('yok@') ? '550 5.1.1 unknown user' : to.startsWith('dolu@') ? '452 4.2.2 full' : '550 we know why',
    )
    const sending = { ...ctx, config: { ...deps.config, smtpUrl: server.url } }
    for (const to of ['yok@posta.example', 'dolu@posta.example', 'spam@posta.example'])
      await expect(sendMail(sending, await queueMail(ctx, { ...letter, to }))).rejects.toThrow()
    expect(await ctx.db.select().from(bounces)).toMatchObject([
      { email: 'yok@posta.example', hard: true, status: '5.1.1' },
    ])
    await server.close()
  })
})

describe('nobody makes one up', () => {
  test('a token is of one mail, and a forgotten mail or another answer changes nothing', async ({ ctx, deps, app }) => {
    const { server, send, giveBack } = await aPost(ctx, deps, app)
    const path = (await send('ayse@posta.example'))?.from ?? ''
    const gone = report('5.1.1', '550 5.1.1 unknown')
    const changed = path.replace(/(\w)@posta/, (_, last) => `${last === 'a' ? 'b' : 'a'}@posta`)
    const other = path.replace(/\+(\w)/, (_, first) => `+${first === '0' ? '1' : '0'}`)
    for (const wrong of [changed, other, 'geri@posta.dukkan.example'])
      expect(await giveBack(wrong, gone), wrong).toMatchObject({ status: 400, body: { code: 'INVALID' } })
    expect((await giveBack(path, 'Subject: Tatildeyim\nAuto-Submitted: auto-replied\n\nBuradayım.')).body.data).toEqual(
      { noted: false },
    )
    await ctx.db.delete(mails)
    expect((await giveBack(path, gone)).body.data).toEqual({ noted: false })
    expect(await ctx.db.select().from(bounces)).toEqual([])
    await server.close()
  })

  test('without MAIL_BOUNCES mails come back to their sender, and the shop takes none', async ({ ctx, deps, app }) => {
    const { server, send, giveBack } = await aPost(ctx, deps, app)
    const path = (await send('ayse@posta.example'))?.from ?? ''
    deps.config = { ...deps.config, mailBounces: undefined }
    expect((await giveBack(path, report('5.1.1', '550 5.1.1 unknown'))).status).toBe(404)
    await sendMail({ ...ctx, config: deps.config }, await queueMail(ctx, { ...letter, to: 'ayse@posta.example' }))
    expect(server.received.at(-1)?.from).toBe('merhaba@narcicegi.example')
    await server.close()
  })
})

test('advertising that waits is dropped too', async ({ ctx, deps, app }) => {
  const { server, send, giveBack } = await aPost(ctx, deps, app)
  await giveConsent(ctx, { recipient: 'ayse@posta.example', channel: 'EMAIL', form: 'settings', source: 'HS_WEB' })
  await giveBack((await send('ayse@posta.example'))?.from ?? '', report('5.1.1', '550 5.1.1 unknown'))
  for (const kind of [priceFallKind, keptCartKind]) await send('ayse@posta.example', { ...letter, kind })
  expect(server.received).toHaveLength(1)
  await server.close()
})
