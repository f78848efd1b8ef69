import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { users } from '#shop/accounts/schema.ts'
import type { AuditAction, Facts } from '#shop/audit/contract.ts'
import { auditEntries } from '#shop/audit/schema.ts'
import { campaigns } from '#shop/campaigns/schema.ts'
import { channelPackages } from '#shop/channels/schema.ts'
import { transferReceipts } from '#shop/checkout/ways/transfer/schema.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { itemRefunds, orderEvents, orderNotes, orders } from '#shop/orders/schema.ts'
import { paymentAttempts, refunds } from '#shop/payments/schema.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'

/** Runs a migration on the shop as it is now. */
async function mend(ctx: Ctx, migration = '0127_names_left.sql'): Promise<void> {
  for (const statement of readFileSync(`db/migrations/${migration}`, 'utf8').split(/;\n/))
    if (statement.trim()) await ctx.db.execute(sql.raw(statement))
}

type Written = { action: AuditAction; of: string; name?: string; by?: string; byName?: string; facts?: Facts }

/** A change as an earlier version left it, with her words in what it was, and in what it is. */
async function written(ctx: Ctx, { action, of, name = 'Kayıt', by, byName = 'Nar Sahibi', facts = {} }: Written) {
  const [before, after] = [facts, { ...facts, staffRole: 'Depo' }]
  const row = { id: newId(), actorId: by ?? null, actorName: byName, action, subjectId: of, subjectName: name }
  await ctx.db.insert(auditEntries).values({ ...row, before, after, requestId: '-', createdAt: ctx.clock() })
  return async () => {
    const [now] = await ctx.db.select().from(auditEntries).where(eq(auditEntries.id, row.id))
    expect(now?.after, 'what says nothing of her stays').toMatchObject({ staffRole: 'Depo' })
    return { by: now?.actorName, name: now?.subjectName, before: now?.before }
  }
}

async function anOrder(ctx: Ctx, api: Api, of: Awaited<ReturnType<typeof aUser>>): Promise<string> {
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 100_000 }] })
  const body = aPayment(product, { totalAmount: 1000 })
  return (await api('POST', '/payments/create', { token: await signIn(ctx, of), body })).body.data.orderId
}

async function aCoupon(ctx: Ctx, customerId: string): Promise<string> {
  const id = newId()
  const at = ctx.clock()
  const row = { id, name: 'Özel', kind: 'PERCENT', value: 10, customerId, createdAt: at, updatedAt: at } as const
  await ctx.db.insert(campaigns).values(row)
  return id
}

const end = (ctx: Ctx, id: string, mergedInto: string | null = null) =>
  ctx.db.update(users).set({ deletedAt: ctx.clock(), mergedInto }).where(eq(users.id, id))

describe('what an earlier version left in the history', () => {
  test('of deleted accounts, and of those that were merged into them, goes; of the living nothing does', async ({
    ctx,
    api,
  }) => {
    for (const isGone of [true, false]) {
      const [kept, merged] = [await aUser(ctx), await aUser(ctx)]
      const orderId = await anOrder(ctx, api, kept)
      await end(ctx, merged.id, kept.id)
      if (isGone) await end(ctx, kept.id)
      for (const { id } of [kept, merged]) {
        const facts = { mergedAccount: 'gulsah@posta.example', reason: 'Öztürk aradı', note: 'Öztürk aradı' }
        const account = await written(ctx, { action: 'customer.note', of: id, name: 'Gülşah Öztürk', facts })
        expect(await account()).toMatchObject({ name: 'Gülşah Öztürk', before: facts })
        const order = await written(ctx, { action: 'order.refund', of: orderId, by: id, byName: 'Gülşah Öztürk' })
        const customer = { customer: 'gulsah@posta.example' }
        const coupon = await written(ctx, { action: 'campaign.create', of: await aCoupon(ctx, id), facts: customer })
        await mend(ctx)
        const nobody = 'Silinmiş Hesap'
        expect(await account()).toMatchObject({ name: isGone ? nobody : 'Gülşah Öztürk', by: 'Nar Sahibi' })
        expect((await account()).before).toEqual(isGone ? {} : facts)
        expect((await order()).by).toBe(isGone ? nobody : 'Gülşah Öztürk')
        expect((await coupon()).before).toEqual(isGone ? {} : customer)
      }
    }
  })

  test('of mails and messages that are gone goes', async ({ ctx }) => {
    const facts = { to: 'gulsah@posta.example', error: '550 gulsah' }
    const mail = await written(ctx, { action: 'mail.resend', of: newId(), name: 'gulsah@posta.example', facts })
    const message = await written(ctx, {
      ...{ action: 'message.change', of: newId(), name: 'Gülşah Öztürk', facts: { answer: 'Gülşah Hanım' } },
    })
    await mend(ctx)
    expect(await mail()).toMatchObject({ name: 'Silinmiş e-posta', before: {} })
    expect(await message()).toMatchObject({ name: 'Silinmiş mesaj', before: {} })
    expect([(await mail()).before, (await message()).before]).toEqual([{}, {}])
  })

  test('beside orders that were forgotten goes, and stays beside the others', async ({ ctx, api }) => {
    const user = await aUser(ctx)
    for (const isForgotten of [true, false]) {
      const orderId = await anOrder(ctx, api, user)
      if (isForgotten)
        await ctx.db.update(orders).set({ email: 'silindi@silindi.invalid' }).where(eq(orders.id, orderId))
      const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
      const words = 'Öztürk aradı'
      const names = ['recipient', 'address', 'phone', 'iban', 'note', 'adminNotes', 'reason', 'discount']
      const facts = Object.fromEntries(names.map((name) => [name, words]))
      const change = await written(ctx, { action: 'order.change', of: orderId, facts })
      const at = ctx.clock()
      const [attempt] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
      const attemptId = attempt?.id ?? ''
      await ctx.db.insert(orderEvents).values({ id: newId(), orderId, type: 'note', note: words, createdAt: at })
      await ctx.db
        .insert(orderNotes)
        .values({ id: newId(), orderId, text: words, authorName: 'Nar Sahibi', createdAt: at })
      const times = { createdAt: at, updatedAt: at, leaseUntil: at }
      const back = { iban: 'TR330006100519786457841326', ibanHolder: 'Gülşah Öztürk' }
      const refund = { id: newId(), orderId, attemptId, amountKurus: 1, status: 'SUCCEEDED', reason: 'RETURN' }
      await ctx.db.insert(refunds).values({ ...refund, ...times, ...back } as never)
      const receipt = { id: newId(), attemptId, amountKurus: 1, receivedAt: at, note: words, createdAt: at }
      await ctx.db.insert(transferReceipts).values(receipt)
      const sent = {
        firstName: 'Gülşah',
        lastName: 'Öztürk',
        phone: '1',
        address: 'Sokak',
        district: 'Kadıköy',
        lines: [],
      }
      const parcel = { channel: 'trendyol', packageId: newId(), orderNumber: '1', state: 'TAKEN', status: 'Created' }
      await ctx.db
        .insert(channelPackages)
        .values({ ...parcel, orderId, package: sent, changedAt: at, createdAt: at } as never)
      const given = { refundId: refund.id, orderId, restock: false, note: words }
      await ctx.db.insert(itemRefunds).values(given)
      await mend(ctx)
      await mend(ctx, '0129_notes_of_refunds.sql')
      const [why] = await ctx.db.select().from(itemRefunds).where(eq(itemRefunds.orderId, orderId))
      expect(why).toMatchObject({ ...given, note: isForgotten ? '' : words })
      expect((await change()).before).toEqual(isForgotten ? {} : facts)
      const eventNotes = await ctx.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId))
      expect(eventNotes.some(({ note }) => note === words)).toBe(!isForgotten)
      expect(await ctx.db.$count(orderNotes, eq(orderNotes.orderId, orderId))).toBe(isForgotten ? 0 : 1)
      const [money] = await ctx.db.select().from(refunds).where(eq(refunds.orderId, orderId))
      expect(money).toMatchObject(isForgotten ? { iban: null, ibanHolder: null } : back)
      const [came] = await ctx.db.select().from(transferReceipts).where(eq(transferReceipts.id, receipt.id))
      expect(came?.note).toBe(isForgotten ? '' : words)
      const [taken] = await ctx.db.select().from(channelPackages).where(eq(channelPackages.orderId, orderId))
      const blank = { firstName: 'Silinmiş', lastName: 'Hesap', phone: '', address: '', district: '', lines: [] }
      expect(taken?.package).toEqual(isForgotten ? blank : sent)
      expect((await ctx.db.select().from(orders).where(eq(orders.id, orderId)))[0]).toEqual(order)
    }
  })
})
