import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import { orderContracts } from '../agreements/schema.ts'
import type { Ctx } from '../ctx.ts'
import { newId } from '../ctx.ts'
import { sendMail } from '../mail/outbox.ts'
import { shownOrderId } from '../order-id.ts'
import { saveSetting } from '../settings/settings.ts'
import { findTerms, termsKey } from '../settings/terms.ts'
import { queueCancellationMail, queueOrderConfirmation, queueRefundMail, queueStepMail } from './mails.ts'
import { orderEvents, orderItems, orders } from './schema.ts'

/** A paid order of two dresses and a belt without a picture. */
async function aSale(ctx: Ctx) {
  const other = await aToldSale(ctx)
  await ctx.db.update(orders).set({ email: 'baska@posta.example' }).where(eq(orders.id, other.orderId))
  const sale = await aToldSale(ctx, { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price })
  const [dress] = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, sale.orderId))
  if (!dress) throw new Error('nothing was ordered')
  const belt = { ...dress, id: newId(), position: 1, productName: 'Kemer', quantity: 1, unitPriceKurus: 500 }
  await ctx.db.insert(orderItems).values({ ...belt, imageId: null })
  const set = (values: Partial<typeof orders.$inferInsert>) =>
    ctx.db.update(orders).set(values).where(eq(orders.id, sale.orderId))
  const newest = async () => {
    const mail = (await mailsOf(ctx)).at(-1)
    if (!mail) throw new Error('nothing was mailed')
    return { ...mail, pictures: [...mail.html.matchAll(/<img src="((?!cid:)[^"]*)"/g)].map(([, src]) => src) }
  }
  const picture = `${ctx.config.publicUrl}/media/${dress.imageId}-1200.jpg`
  return { ...sale, dress, belt, set, newest, picture, shown: shownOrderId(sale.orderId) }
}

const recipient = 'Ayşe Yılmaz\nBağdat Caddesi 1/2, Kadıköy\n34710 İstanbul\n0532 111 22 33'

describe('the confirmation', () => {
  test('says what was bought, when it was placed and where it goes, with a picture of what has one', async ({
    ctx,
  }) => {
    const { orderId, dress, set, newest, picture, shown } = await aSale(ctx)
    await set({ placedAt: new Date('2026-11-21T10:15:00Z') })
    await queueOrderConfirmation(ctx, orderId)
    const mail = await newest()
    expect([mail.kind, mail.toEmail]).toEqual(['order-confirmation', 'ayse@posta.example'])
    expect(mail.subject).toContain(shown)
    expect(mail.text).toContain(`${shown} numaralı siparişinizi 21 Kasım 2026 13:15 tarihinde aldık`)
    expect(mail.text).toContain(`- ${dress.productName} (Kum, S, 2 adet): 200,00 TL\n- Kemer (Kum, S, 1 adet): 5,00 TL`)
    expect(mail.text).toContain('Toplam: 200,00 TL')
    expect(mail.text).toContain(recipient)
    expect(mail.pictures).toEqual([picture])
  })

  test('of an order without accepted contracts promises none, and is sent without them', async ({ ctx }) => {
    const { newest } = await aSale(ctx)
    const { id, text } = await newest()
    expect(text).not.toContain('sözleşme')
    await sendMail(ctx, id)
    expect((await newest()).sentAt).toEqual(ctx.clock())
  })

  test('of an order with accepted contracts brings them along', async ({ ctx }) => {
    const { orderId, newest } = await aSale(ctx)
    const contract = {
      orderId,
      version: '1',
      title: 'Sözleşme',
      text: 'Metin',
      parts: [],
      sha256: createHash('sha256').update('Metin').digest('hex'),
    }
    const accepted = { ...contract, acceptedAt: ctx.clock(), address: '198.51.100.7' }
    await ctx.db.insert(orderContracts).values([
      { ...accepted, kind: 'pre-information' },
      { ...accepted, kind: 'distance-sales' },
    ])
    await queueOrderConfirmation(ctx, orderId)
    const mail = await newest()
    expect(mail.text).toContain('mesafeli satış sözleşmesi bu e-postanın ekindedir')
    expect(mail.contractsOf).toBe(orderId)
  })

  test('has no empty line where the postal code would be', async ({ ctx }) => {
    const { orderId, set, newest } = await aSale(ctx)
    await set({ postalCode: null })
    await queueOrderConfirmation(ctx, orderId)
    expect((await newest()).text).toContain('Kadıköy\nİstanbul\n0532')
  })
})

test('a cancellation is mailed with all goods and the amount that went back', async ({ ctx }) => {
  const { orderId, dress, newest, picture, shown } = await aSale(ctx)
  await queueCancellationMail(ctx, { orderId: orderId, amountKurus: 12_345, creditKurus: 0, giftKurus: 0 })
  const { text, pictures, ...mail } = await newest()
  expect(mail).toMatchObject({ kind: 'order-cancelled', toEmail: 'ayse@posta.example' })
  expect(text).toContain('Merhaba Ayşe')
  expect(text).toContain(`${shown} numaralı siparişiniz iptal edildi.`)
  expect(text).toContain(`- ${dress.productName} (Kum, S, 2 adet): 200,00 TL\n- Kemer (Kum, S, 1 adet): 5,00 TL`)
  expect(text).toContain('İade edilen: 123,45 TL')
  expect(pictures).toEqual([picture])
})

test('a refund is mailed with the units that came back, and no others', async ({ ctx }) => {
  const { orderId, dress, newest, picture, shown } = await aSale(ctx)
  await queueRefundMail(
    ctx,
    { orderId: orderId, amountKurus: 777, movedKurus: 0, creditKurus: 0, giftKurus: 0 },
    new Map([[dress.id, 1]]),
  )
  const { text, pictures, ...mail } = await newest()
  expect(mail).toMatchObject({ kind: 'order-refund', toEmail: 'ayse@posta.example' })
  expect(text).toContain('Merhaba Ayşe')
  expect(text).toContain(`${shown} numaralı siparişinizden`)
  expect(text).toContain(`- ${dress.productName} (Kum, S, 1 adet): 100,00 TL`)
  expect(text).toContain('İade edilen: 7,77 TL')
  expect(text).not.toContain('Kemer')
  expect(pictures).toEqual([picture])
})

describe('a step', () => {
  test('to the carrier is mailed with the tracking page and the address', async ({ ctx }) => {
    const { set, order, newest, shown } = await aSale(ctx)
    await set({ carrier: 'aras', trackingNumber: 'A1' })
    await queueStepMail(ctx, await order(), { status: 'SHIPPED' })
    const { text, ...mail } = await newest()
    expect(mail).toMatchObject({ kind: 'order-shipped', toEmail: 'ayse@posta.example' })
    expect(text).toContain('Merhaba Ayşe')
    expect(text).toContain(`${shown} numaralı siparişinizi Aras Kargo ile gönderdik.`)
    expect(text).toContain('https://kargotakip.araskargo.com.tr/mainpage.aspx?code=A1')
    expect(text).toContain(recipient)
  })

  test('that ends at her door says how long she may send it back, by the shop’s terms', async ({ ctx }) => {
    const { order, newest } = await aSale(ctx)
    await saveSetting(ctx, termsKey, { ...(await findTerms(ctx)), freeReturnDays: 21, exchangeDays: 30 })
    await queueStepMail(ctx, await order(), { status: 'DELIVERED' })
    expect((await newest()).text).toContain('bu süreyi 21 güne uzatır')
  })

  test('is mailed once, however often the order comes to it', async ({ ctx }) => {
    const [sale, other] = [await aSale(ctx), await aSale(ctx)]
    const kinds = async () =>
      (await mailsOf(ctx)).map(({ kind }) => kind).filter((kind) => kind !== 'order-confirmation')
    const reached = (orderId: string, status: string) => ({
      ...{ id: newId(), orderId, type: 'status' as const, status, createdAt: ctx.clock() },
    })
    await ctx.db.insert(orderEvents).values([reached(sale.orderId, 'PREPARED'), reached(other.orderId, 'CONFIRMED')])
    await queueStepMail(ctx, await sale.order(), { status: 'PREPARED' })
    expect(await kinds()).toEqual([])
    await queueStepMail(ctx, await sale.order(), { status: 'CONFIRMED' })
    expect(await kinds()).toEqual(['order-confirmed'])
  })
})
