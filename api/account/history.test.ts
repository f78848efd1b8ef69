import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { consentEvents, users } from '#shop/accounts/schema.ts'
import { recordChange } from '#shop/audit/audit.ts'
import { auditEntries } from '#shop/audit/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { forgetOldBuyers, forgetOldConsents } from '#shop/desk/old-buyers.ts'
import { giftCards } from '#shop/gift-cards/schema.ts'
import { forgetOldMails, queueMail, sendMail } from '#shop/mail/outbox.ts'
import { mails } from '#shop/mail/schema.ts'
import { forgetOldMessages } from '#shop/messages/messages.ts'
import { itemRefunds, orders } from '#shop/orders/schema.ts'
import { saveGiftCardSettings } from '#shop/settings/gift-cards/gift-cards.ts'
import { days, hours } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import { aGuest, allowGuests, guestEmail } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'

const [email, earlier] = ['gulsah.ozturk@posta.example', 'gulsah.eski@posta.example']
const hers = [email, earlier, 'Gülşah', 'Öztürkoğlu', 'Öztürk aradı']

async function aDesk(ctx: Ctx, api: Api) {
  const owner = await aUser(ctx, { role: 'ADMIN', firstName: 'Nar', lastName: 'Sahibi' })
  const product = await aProduct(ctx, { variants: [{ stock: 20, priceKurus: 100_000 }] })
  return {
    staff: async (method: string, path: string, body?: unknown) => {
      const answer = await api(method, `/admin${path}`, { token: await signIn(ctx, owner), body })
      expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
      return answer.body.data
    },
    buy: async (of: string, to: string) => {
      const payment = aPayment(product, { totalAmount: 1000 })
      Object.assign(payment.orderData.customerInfo, { firstName: 'Gülşah', lastName: 'Öztürkoğlu', email: to })
      return (await api('POST', '/payments/create', { token: of, body: payment })).body.data.orderId as string
    },
  }
}

/** A mail to the address fails, and the staff sends it again. */
async function resent(ctx: Ctx, staff: (method: string, path: string) => Promise<unknown>, kind = 'letter') {
  const mail = { kind, to: email, subject: 'Mağazamızdan', html: '<p>-</p>', text: '-' }
  const id = await queueMail(ctx, mail)
  const lastError = `550 5.1.1 <${email}>: Recipient address rejected`
  await ctx.db.update(mails).set({ lastError, attempts: 11 }).where(eq(mails.id, id))
  await staff('POST', `/mails/${id}/resend`)
  await sendMail(ctx, id)
}

/** Changes that still hold one of these words, by action. */
async function named(ctx: Ctx, words: string[] = hers): Promise<string[]> {
  const rows = await ctx.db.select().from(auditEntries)
  return rows.filter((row) => words.some((word) => JSON.stringify(row).includes(word))).map(({ action }) => action)
}

describe('the history of changes', () => {
  test('names a person no more once her account is deleted, whatever was changed of her', async ({ ctx, api }) => {
    const { staff, buy } = await aDesk(ctx, api)
    const called = { firstName: 'Gülşah', lastName: 'Öztürkoğlu' }
    const user = await aUser(ctx, { email, ...called })
    const gone = await aUser(ctx, { email: earlier, ...called })
    const other = await aUser(ctx, { email: 'baska@posta.example' })
    const token = await signIn(ctx, user)
    const orderId = await buy(token, email)
    const customer = `/customers/${user.id}`
    await staff('POST', `/customers/${gone.id}/notes`, { text: 'Öztürk aradı' })
    await staff('POST', `${customer}/notes`, { text: 'Öztürk aradı' })
    await staff('POST', `${customer}/merge`, { otherId: gone.id })
    await staff('POST', `${customer}/credit`, { amount: 5, reason: 'Öztürk aradı' })
    await staff('POST', `${customer}/credit`, { amount: 5, reason: 'Öztürk aradı', takeBack: true })
    await staff('GET', `${customer}/export?format=json`)
    await staff('POST', '/consents/withdrawals', { recipient: email, note: 'Öztürk aradı' })
    const coupon = { code: 'OZEL', kind: 'PERCENT', value: 20 }
    const { id: couponId } = await staff('POST', '/coupons', { ...coupon, customerEmail: email })
    await staff('PUT', `/coupons/${couponId}`, { ...coupon, customerEmail: other.email })
    const { id: deletedId } = await staff('POST', '/coupons', { ...coupon, code: 'YOK', customerEmail: email })
    await staff('DELETE', `/coupons/${deletedId}`)
    const invitation = {
      firstName: 'Gülşah',
      lastName: 'Öztürk',
      email,
      roleId: '00000000-0000-7000-8000-0000000000a2',
    }
    const { id: invitedId } = await staff('POST', '/staff', invitation)
    await staff('PUT', `/staff/${invitedId}`, { roleId: '00000000-0000-7000-8000-0000000000a3' })
    await staff('DELETE', `/staff/${invitedId}`)
    await resent(ctx, staff)
    await resent(ctx, staff, 'order-shipped')
    // An entry of a change that she made herself holds her name.
    const subject = { id: orderId, name: 'Sipariş' }
    await recordChange(ctx, { action: 'order.refund', subject, after: { refundedKurus: 1 }, actorId: user.id })
    const all = await named(ctx)
    expect(new Set(all)).toEqual(
      new Set([
        ...['customer.note', 'customer.merge', 'customer.export', 'credit.change', 'consent.withdraw', 'order.refund'],
        ...['campaign.create', 'campaign.update', 'campaign.delete', 'staff.invite', 'staff.withdraw', 'mail.resend'],
      ]),
    )

    expect((await api('DELETE', '/account', { token, body: { password: usualPassword } })).status).toBe(200)
    expect(await named(ctx)).toEqual([])
    const kept = await ctx.db.select().from(auditEntries)
    expect(kept.length, 'that it was changed stays').toBeGreaterThanOrEqual(all.length)
    expect(kept.filter(({ action }) => action === 'campaign.update')).toMatchObject([
      { after: { customer: other.email } },
    ])
    expect(kept.find(({ action }) => action === 'customer.merge')).toMatchObject({
      ...{ subjectId: user.id, subjectName: 'Silinmiş Hesap', actorName: 'Nar Sahibi' },
      after: { movedOrders: 0, movedCreditKurus: 0 },
    })
    // The order's own changes stay as long as the order.
    expect((await ctx.db.select().from(orders).where(eq(orders.id, orderId)))[0]?.firstName).toBe('Gülşah')
  })

  test('keeps what names an address that who is deleted never proved', async ({ ctx, api }) => {
    const { staff } = await aDesk(ctx, api)
    await resent(ctx, staff)
    const user = await aUser(ctx, { email, verified: false })
    const token = await signIn(ctx, user)
    expect((await api('DELETE', '/account', { token, body: { password: usualPassword } })).status).toBe(200)
    expect(await named(ctx, [email])).toEqual(['mail.resend'])
  })

  test('names a mail’s recipient and a message’s sender as long as those are kept', async ({ ctx, api, clock }) => {
    const { staff } = await aDesk(ctx, api)
    await resent(ctx, staff)
    const problem = { email, problem: 'Kargom gelmedi, bakar mısınız?' }
    expect((await api('POST', '/forms/problem-report', { body: problem })).status).toBeLessThan(300)
    const [message] = await staff('GET', '/messages?kind=problem-report')
    await staff('POST', `/messages/${message.id}/answers`, { subject: 'Gülşah Hanım', text: 'Yolda.' })
    expect(new Set(await named(ctx))).toEqual(new Set(['mail.resend', 'message.change']))
    clock.forward(days(90))
    await forgetOldMails(ctx)
    expect(await named(ctx)).toContain('mail.resend')
    clock.forward(days(1))
    await forgetOldMails(ctx)
    expect(new Set(await named(ctx))).toEqual(new Set(['message.change']))
    // A mail that could not be sent is kept no longer than one that was.
    const never = await queueMail(ctx, { kind: 'order-shipped', to: email, subject: '-', html: '-', text: '-' })
    const isKept = () => ctx.db.$count(mails, eq(mails.id, never))
    clock.forward(days(3 * 366))
    await forgetOldMails(ctx)
    expect(await isKept()).toBe(1)
    clock.forward(1)
    await forgetOldMails(ctx)
    await forgetOldMessages(ctx)
    expect([await isKept(), await named(ctx)]).toEqual([0, []])
    expect((await ctx.db.select().from(auditEntries)).map(({ subjectName }) => subjectName)).toEqual(
      expect.arrayContaining(['Silinmiş e-posta', 'Silinmiş mesaj']),
    )
  })

  test('names whose consent was taken back by telephone as long as that no is kept', async ({ ctx, api, clock }) => {
    const { staff } = await aDesk(ctx, api)
    const words = ['+905321112233', 'Öztürk aradı']
    await staff('POST', '/consents/withdrawals', { recipient: '0532 111 22 33', note: 'Öztürk aradı' })
    clock.forward(days(3 * 366))
    await forgetOldConsents(ctx)
    expect(await named(ctx, words)).toEqual(['consent.withdraw'])
    clock.forward(1000)
    await forgetOldConsents(ctx)
    expect(await named(ctx, words)).toEqual([])
  })

  test('loses what is said of many consents that were taken back in one statement', async ({ ctx, api, clock }) => {
    const { staff } = await aDesk(ctx, api)
    const said = { recipients: ['0532 111 22 33', '0532 111 22 34', email], note: 'Öztürk aradı' }
    for (const recipient of said.recipients)
      await staff('POST', '/consents/withdrawals', { recipient, note: said.note })
    clock.forward(days(3 * 366) + 1000)
    await staff('POST', '/consents/withdrawals', { recipient: '0532 111 22 35', note: 'Öztürk yeni aradı' })
    await ctx.db.execute(sql`create sequence statements_seen`)
    await ctx.db.execute(sql`create function see_statement() returns trigger language plpgsql as
      $$ begin perform nextval('statements_seen'); return null; end $$`)
    for (const [what, table] of Object.entries({ update: 'audit_entries', delete: 'consent_events' }))
      await ctx.db.execute(
        sql.raw(`create trigger seen after ${what} on ${table} for each statement execute function see_statement()`),
      )
    await forgetOldConsents(ctx)
    const { rows } = await ctx.db.execute<{ n: string }>(sql`select last_value::int as n from statements_seen`)
    expect(rows).toEqual([{ n: 2 }])
    expect(await named(ctx, ['aradı'])).toEqual(['consent.withdraw'])
    expect((await ctx.db.select().from(consentEvents)).map(({ recipient }) => recipient)).toEqual(['+905321112235'])
    // With nobody to forget the others stay.
    await forgetOldConsents(ctx)
    expect(await named(ctx, ['aradı'])).toEqual(['consent.withdraw'])
  })

  test('keeps of an old guest’s address what is newer than three years, and all that an account of it holds', async ({
    ctx,
    api,
    clock,
  }) => {
    const { staff } = await aDesk(ctx, api)
    await allowGuests(ctx)
    await saveGiftCardSettings(ctx, { on: true })
    const held = 'uye@posta.example'
    const buyers = [guestEmail, held]
    for (const to of buyers) {
      await aGuest(ctx, api, to)
      await staff('POST', '/consents/withdrawals', { recipient: to, note: `eski ${to}` })
      await staff('POST', '/gift-cards', { amount: 100, recipientEmail: to, recipientName: `eski ${to}` })
    }
    await aUser(ctx, { email: held })
    const called = 'arayan@posta.example'
    await aGuest(ctx, api, called)
    clock.forward(days(3 * 366) + hours(1))
    await ctx.db.update(users).set({ updatedAt: ctx.clock() }).where(eq(users.guest, true))
    const role = { roleId: '00000000-0000-7000-8000-0000000000a2', firstName: 'Ayşe', lastName: 'Yeni' }
    await staff('POST', '/staff', { ...role, email: guestEmail })
    await staff('POST', '/consents/withdrawals', { recipient: called, note: 'yeni arama' })
    await forgetOldBuyers(ctx)
    expect(await ctx.db.$count(users, and(eq(users.guest, true), isNotNull(users.deletedAt)))).toBe(3)
    expect(await named(ctx, [`eski ${guestEmail}`])).toEqual([])
    expect(await named(ctx, [guestEmail])).toEqual(['staff.invite'])
    expect(await named(ctx, ['yeni arama'])).toEqual(['consent.withdraw'])
    expect(new Set(await named(ctx, [`eski ${held}`]))).toEqual(new Set(['consent.withdraw']))
    const cards = (await ctx.db.select().from(giftCards)).map(({ recipientEmail }) => recipientEmail)
    expect(new Set(cards)).toEqual(new Set([null, held]))
  })

  test('forgets with an order why some of it was given back', async ({ ctx, api, clock }) => {
    const { staff, buy } = await aDesk(ctx, api)
    await allowGuests(ctx)
    await buy(await aGuest(ctx, api), guestEmail)
    const [order] = await ctx.db.select().from(orders)
    await staff('POST', `/orders/${order?.id}/refund`, { amount: 5, reason: 'Öztürk aradı' })
    const notes = async () => (await ctx.db.select().from(itemRefunds)).map(({ note }) => note)
    await forgetOldBuyers(ctx)
    expect(await notes()).toEqual(['Öztürk aradı'])
    clock.forward(days(3 * 366) + hours(1))
    await forgetOldBuyers(ctx)
    expect(await notes()).toEqual([''])
  })

  test('names a guest as long as her orders do, and so do gift cards that were sent to her', async ({
    ctx,
    api,
    clock,
  }) => {
    const { staff, buy } = await aDesk(ctx, api)
    await allowGuests(ctx)
    await saveGiftCardSettings(ctx, { on: true })
    await buy(await aGuest(ctx, api), guestEmail)
    await staff('GET', '/customers')
    const [guest] = await ctx.db.select().from(users).where(eq(users.guest, true))
    await staff('POST', `/customers/${guest?.id}/notes`, { text: 'Öztürk aradı' })
    const gift = { amount: 100, recipientEmail: guestEmail, recipientName: 'Gülşah', message: 'Gülşah için' }
    await staff('POST', '/gift-cards', gift)
    const words = [...hers, guestEmail]
    expect(new Set(await named(ctx, words))).toEqual(new Set(['customer.note', 'gift-card.create']))
    clock.forward(days(3 * 366) + hours(1))
    const late = (await staff('POST', '/gift-cards', { ...gift, recipientName: 'Yeni' }))[0]
    await forgetOldBuyers(ctx)
    // The card that is new stays as it is.
    expect(await named(ctx, words)).toEqual(['gift-card.create'])
    expect((await ctx.db.select().from(giftCards)).map(({ id, recipientEmail }) => [id, recipientEmail])).toEqual(
      expect.arrayContaining([
        [expect.any(String), null],
        [late.id, guestEmail],
      ]),
    )
  })
})
