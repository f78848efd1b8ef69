import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { aProduct, aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { giveConsent, withdrawConsent } from '../../accounts/consents/ledger.ts'
import { guestOf } from '../../accounts/guests/guests.ts'
import { variants } from '../../catalog/schema.ts'
import { type Ctx, newId } from '../../ctx.ts'
import { sendMail } from '../../mail/outbox.ts'
import { mails } from '../../mail/schema.ts'
import { saveSetting } from '../../settings/settings.ts'
import { days, hours } from '../../time.ts'
import { keptCarts } from '../schema.ts'
import { forgetOldCarts, keepCart, openKeptCart } from './kept.ts'
import { tellKeptCarts } from './tell.ts'

const said = { channel: 'EMAIL', form: 'settings', source: 'HS_WEB' } as const
const settings = { mailsAnHour: 1000, priceFall: { on: false, percent: 10 } }
const switchOn = (ctx: Ctx, on = true) => saveSetting(ctx, 'news', { ...settings, keptCarts: { on, hours: 4 } })
const told = (ctx: Ctx) => ctx.db.select().from(mails).where(eq(mails.kind, 'kept-cart'))
const kept = (ctx: Ctx) => ctx.db.select().from(keptCarts)

/** Somebody who agreed to mails, with a cart of these stocks, and her own ctx. */
async function aCart(ctx: Ctx, stocks = [5]) {
  const user = await aUser(ctx)
  await giveConsent(ctx, { recipient: user.email, ...said })
  const own: Ctx = {
    ...ctx,
    actor: { kind: 'user', id: user.id, sessionId: newId(), address: '127.0.0.1', rights: [] },
  }
  const products = []
  for (const stock of stocks)
    products.push(await aProduct(ctx, { variants: [{ priceKurus: 100_000, stock, size: 'M' }] }))
  const items = products.map((product) => ({ variantId: product.variants[0]?.id ?? '', quantity: 1 }))
  await keepCart(own, { items })
  return { user, own, products, items }
}

/** A row as a purchase writes it. */
const buy = (ctx: Ctx, userId: string, guest = false) =>
  ctx.db.execute(sql`
    insert into orders (id, user_id, guest, status, payment_status, total_kurus, first_name, last_name, email, phone, address, city,
      placed_at, created_at, updated_at)
    values (${newId()}, ${userId}, ${guest}, 'PENDING', 'SUCCESS', 100, 'A', 'B', 'a@posta.example', '', '', '', now(), now(), now())`)

test('a cart is told once, some hours after its last change, and its link opens it for anybody', async ({
  ctx,
  clock,
}) => {
  await switchOn(ctx)
  const { user, own, items, products } = await aCart(ctx, [5, 5])
  clock.forward(hours(3))
  await tellKeptCarts(ctx)
  expect(await told(ctx)).toEqual([])
  await keepCart(own, { items: [{ variantId: items[0]?.variantId ?? '', quantity: 2 }, ...items.slice(1)] })
  clock.forward(hours(3))
  await tellKeptCarts(ctx)
  expect(await told(ctx)).toEqual([])
  // The same cart from another tab is no change.
  await keepCart(own, { items: [{ variantId: items[0]?.variantId ?? '', quantity: 2 }, ...items.slice(1)] })
  await ctx.db
    .update(variants)
    .set({ stock: 0 })
    .where(eq(variants.productId, products[1]?.id ?? ''))
  await ctx.db
    .update(variants)
    .set({ priceKurus: 89_900 })
    .where(eq(variants.productId, products[0]?.id ?? ''))
  clock.forward(hours(1))
  for (const _ of [1, 2]) await tellKeptCarts(ctx)
  const [mail, ...more] = await told(ctx)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ toEmail: user.email, subject: expect.stringContaining(products[0]?.name ?? '') })
  expect(mail?.unsubscribeUrl).toContain('/api/v1/unsubscribe?token=')
  expect(mail?.text).toContain('2 adet')
  expect(mail?.text).toContain('899,00 TL')
  expect(mail?.text).not.toContain(products[1]?.name)
  const token = /\/liste\/sepet#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const opened = await openKeptCart({ ...ctx, actor: { kind: 'guest', address: '127.0.0.9' } }, token)
  expect(opened).toMatchObject({ gone: 1, pieces: [{ quantity: 2, variant: { priceKurus: 89_900 } }] })
  // A cart that was told is not told again after a later change.
  await keepCart(own, { items })
  clock.forward(days(8))
  await tellKeptCarts(ctx)
  expect(await told(ctx)).toHaveLength(1)
  await sendMail(ctx, mail?.id ?? '')
  expect((await told(ctx))[0]?.sentAt).not.toBeNull()
  clock.forward(days(15))
  await forgetOldCarts(ctx)
  expect(await kept(ctx)).toMatchObject([{ lines: [], tokenHash: null, toldAt: expect.any(Date) }])
  await expect(openKeptCart(ctx, token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  clock.forward(days(90))
  await forgetOldCarts(ctx)
  expect(await kept(ctx)).toEqual([])
})

test('nothing is kept while it is off, without consent, or once the cart is empty', async ({ ctx }) => {
  const { own, user, items } = await aCart(ctx)
  expect(await kept(ctx)).toEqual([])
  await switchOn(ctx)
  expect(await keepCart(own, { items })).toBe(true)
  expect(await keepCart(own, { items: [] })).toBe(false)
  expect(await kept(ctx)).toEqual([])
  await keepCart(own, { items })
  await withdrawConsent(ctx, { recipient: user.email, ...said })
  expect(await kept(ctx)).toEqual([])
  expect(await keepCart(own, { items })).toBe(false)
  expect(await kept(ctx)).toEqual([])
})

test('who buys before the mail is told nothing, and who buys before it is sent does not get it', async ({
  ctx,
  clock,
}) => {
  await switchOn(ctx)
  const early = await aCart(ctx)
  const late = await aCart(ctx)
  const asGuest = await aCart(ctx)
  await buy(ctx, early.user.id)
  expect(await kept(ctx)).toHaveLength(2)
  clock.forward(hours(5))
  await tellKeptCarts(ctx)
  const queued = await told(ctx)
  expect(queued.map(({ toEmail }) => toEmail).sort()).toEqual([late.user.email, asGuest.user.email].sort())
  await buy(ctx, late.user.id)
  await buy(ctx, await guestOf(ctx, asGuest.user.email), true)
  for (const { id } of queued) await sendMail(ctx, id)
  expect(await told(ctx)).toEqual([])
  expect(await kept(ctx)).toEqual([])
})

test('a cart that was told opens for two weeks; of its row only that it was told is left then', async ({
  ctx,
  clock,
}) => {
  await switchOn(ctx)
  await aCart(ctx)
  clock.forward(hours(5))
  await tellKeptCarts(ctx)
  const left = async () => {
    await forgetOldCarts(ctx)
    return (await kept(ctx)).map(({ lines, tokenHash }) => [lines.length, tokenHash !== null])
  }
  clock.forward(days(13))
  expect(await left()).toEqual([[1, true]])
  clock.forward(days(1))
  expect(await left()).toEqual([[0, false]])
  clock.forward(days(76))
  expect(await left()).toEqual([])
})

test('another cart within a week is not told, nor one of sold out pieces, nor one that is being paid', async ({
  ctx,
  clock,
}) => {
  await switchOn(ctx)
  const { own, items } = await aCart(ctx)
  const soldOut = await aCart(ctx, [1])
  await ctx.db
    .update(variants)
    .set({ stock: 0 })
    .where(eq(variants.id, soldOut.items[0]?.variantId ?? ''))
  clock.forward(hours(5))
  await tellKeptCarts(ctx)
  await keepCart(own, { items: [] })
  await keepCart(own, { items })
  clock.forward(hours(5))
  await tellKeptCarts(ctx)
  expect(await told(ctx)).toHaveLength(1)
  clock.forward(days(7))
  await buy(ctx, own.actor.kind === 'user' ? own.actor.id : '')
  await keepCart(own, { items })
  await ctx.db.execute(
    sql`update orders set placed_at = null, created_at = ${new Date(clock.now.getTime() + hours(5)).toISOString()}::timestamptz`,
  )
  clock.forward(hours(5))
  await tellKeptCarts(ctx)
  expect(await told(ctx)).toHaveLength(1)
})
