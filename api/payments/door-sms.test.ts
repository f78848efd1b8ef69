import { afterEach, beforeEach, expect } from 'vitest'
import { shownOrderId } from '#shop/order-id.ts'
import { forgetOldSms, sendSms } from '#shop/sms/outbox.ts'
import { sms } from '#shop/sms/schema.ts'
import { days, minutes } from '#shop/time.ts'
import { usualRecipient } from '#test/checkout.ts'
import { aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { startNetgsm } from '#test/outside/sms/netgsm.ts'
import { test } from '#test/shop.ts'
import { aBeginning } from '#test/ways/door.ts'

let there: Awaited<ReturnType<typeof startNetgsm>>
beforeEach(async () => {
  there = await startNetgsm()
})
afterEach(() => there.close())

test('the code of an order at the door goes by SMS where a sender is set up, and every word says so', async ({
  ctx: plain,
  deps,
  api,
  queued,
  clock,
}) => {
  deps.config = { ...deps.config, sms: there.settings, shopName: `Gül’ün ${'Ş'.repeat(50)}` }
  const ctx = { ...plain, config: deps.config }
  const { begun, enter, resend, state } = await aBeginning(ctx, api)
  const asked = { status: 'CODE_REQUIRED', sentTo: '0532 ••• •• 33', sentBy: 'SMS' }
  expect([begun.body.data, (await state()).body.data]).toMatchObject([asked, asked])
  expect(await mailsOf(ctx)).toEqual([])
  const work = async () => {
    for (const job of queued.splice(0)) if (job.name === 'send-sms') await sendSms(ctx, job.data.smsId)
  }
  await work()
  const [first] = there.sent
  expect([first?.to, first?.text]).toEqual(['5321112233', expect.stringContaining('1.248,00 TL kapıda ödemeli')])
  const wrong = await enter('000000')
  expect(wrong.body.message).toBe('Kod yanlış; lütfen telefonunuza gelen 6 haneli kodu girin. Kalan deneme: 4.')

  clock.forward(minutes(1))
  expect((await resend()).body.data).toMatchObject(asked)
  await work()
  const code = /\b\d{6}\b/.exec(there.sent[1]?.text ?? '')?.[0] ?? ''
  expect((await enter(code)).body.data.status).toBe('SUCCESS')
  expect((await ctx.db.select().from(sms)).map(({ text }) => text)).toEqual(['', ''])
  expect((await mailsOf(ctx)).map(({ kind }) => kind)).toEqual(['order-confirmation'])
})

test('its buyer reads of it in her data, and nobody else whatever number she writes', async ({
  ctx: plain,
  deps,
  api,
  app,
  queued,
  clock,
}) => {
  deps.config = { ...deps.config, sms: there.settings }
  const ctx = { ...plain, config: deps.config }
  const { user, token, orderId } = await aBeginning(ctx, api)
  const exported = async (of: string) => (await api('GET', '/account/export', { token: of })).body.data
  const [row] = await ctx.db.select().from(sms)
  const code = /\b\d{6}\b/.exec(row?.text ?? '')?.[0] ?? ''
  const told = { kind: 'door-code', to: '+905321112233', order: shownOrderId(orderId), createdAt: expect.any(String) }
  const waiting = await exported(token)
  expect(waiting.sms).toEqual([{ ...told, sentAt: null }])
  expect(JSON.stringify(waiting)).not.toContain(code)
  for (const job of queued.splice(0)) if (job.name === 'send-sms') await sendSms(ctx, job.data.smsId)
  expect((await exported(token)).sms).toEqual([{ ...told, sentAt: ctx.clock().toISOString() }])
  const headers = { authorization: `Bearer ${token}` }
  const page = await app.fetch(new Request('http://shop.test/api/v1/account/export?format=html', { headers }))
  const shown = `<td>Kapıda ödeme onay kodu</td><td>${told.order}</td><td>0532 111 22 33</td>`
  expect(await page.text()).toContain(shown)

  const other = await signIn(ctx, await aUser(ctx))
  const address = { title: 'Ev', ...usualRecipient }
  expect((await api('POST', '/account/addresses', { token: other, body: address })).status).toBeLessThan(300)
  expect(await exported(other)).not.toHaveProperty('sms')
  clock.forward(days(4))
  await forgetOldSms(ctx)
  expect(await exported(await signIn(ctx, user))).not.toHaveProperty('sms')
})

test('one telephone gets six codes an hour, whoever begins orders with it', async ({
  ctx: plain,
  deps,
  api,
  clock,
}) => {
  deps.config = { ...deps.config, sms: there.settings }
  const ctx = { ...plain, config: deps.config }
  const { user, body, begun, buy } = await aBeginning(ctx, api)
  const begin = [begun.status]
  for (let n = 0; n < 4; n++) begin.push((await buy()).status)
  clock.forward(minutes(10))
  begin.push((await buy()).status)
  const held = await buy()
  expect([...begin, held.status, held.body.code]).toEqual([200, 200, 200, 200, 200, 200, 429, 'RATE_LIMITED'])
  expect(await ctx.db.select().from(sms)).toHaveLength(6)
  clock.forward(minutes(55))
  const later = await api('POST', '/payments/create', { token: await signIn(ctx, user), body })
  expect(later.body.data).toMatchObject({ status: 'CODE_REQUIRED', sentBy: 'SMS' })
})

test('without one nothing is asked of it, and the words are the mail’s', async ({ ctx, api, queued }) => {
  const { begun, enter } = await aBeginning(ctx, api)
  expect(begun.body.data).toMatchObject({ sentBy: 'EMAIL', sentTo: 'a•••@posta.example' })
  expect((await enter('000000')).body.message).toContain('e-postanızdaki')
  expect(queued.map(({ name }) => name)).not.toContain('send-sms')
  expect(there.asked()).toBe(0)
})
