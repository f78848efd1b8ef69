import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { aProduct, aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { giveConsent, withdrawConsent } from '../accounts/consents/ledger.ts'
import { variants } from '../catalog/schema.ts'
import { type Ctx, newId } from '../ctx.ts'
import { favorites } from '../favorites/schema.ts'
import { sendMail } from '../mail/outbox.ts'
import { mails } from '../mail/schema.ts'
import { saveSetting } from '../settings/settings.ts'
import { tellPriceFalls } from './falls.ts'

const said = { channel: 'EMAIL', form: 'settings', source: 'HS_WEB' } as const

async function aFavorite(ctx: Ctx, priceKurus = 100_000) {
  const user = await aUser(ctx)
  await giveConsent(ctx, { recipient: user.email, ...said })
  const product = await aProduct(ctx, { variants: [{ priceKurus }] })
  await mark(ctx, user.id, product.id, priceKurus)
  return { user, product }
}

const mark = (ctx: Ctx, userId: string, productId: string, priceKurus: number) =>
  ctx.db.insert(favorites).values({ id: newId(), userId, productId, priceKurus, createdAt: ctx.clock() })

/** As if the price so far had stood for the days before; then another one. */
async function reprice(ctx: Ctx, productId: string, priceKurus: number, daysAgo = 5) {
  await ctx.db.execute(sql`
    update price_history set since = since - ${daysAgo} * interval '1 day'
    where variant_id in (select id from variants where product_id = ${productId})`)
  await ctx.db.update(variants).set({ priceKurus }).where(eq(variants.productId, productId))
}

const switchOn = (ctx: Ctx) => saveSetting(ctx, 'news', { mailsAnHour: 1000, priceFall: { on: true, percent: 10 } })
const told = (ctx: Ctx) => ctx.db.select().from(mails).where(eq(mails.kind, 'price-fall'))

test('a favorite that fell is told once, to who agreed, and again when it falls as far once more', async ({ ctx }) => {
  const { user, product } = await aFavorite(ctx)
  const stranger = await aUser(ctx)
  await mark(ctx, stranger.id, product.id, 100_000)
  await reprice(ctx, product.id, 85_000)
  await tellPriceFalls(ctx)
  expect(await told(ctx)).toHaveLength(0)
  await switchOn(ctx)
  for (const _ of [1, 2]) await tellPriceFalls(ctx)
  const [mail, ...more] = await told(ctx)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ toEmail: user.email, subject: expect.stringContaining(product.name) })
  expect(mail?.text).toContain('850,00 TL')
  expect(mail?.text).toContain('/abonelikten-cik?token=')
  await reprice(ctx, product.id, 80_000)
  await tellPriceFalls(ctx)
  expect(await told(ctx)).toHaveLength(1)
  await reprice(ctx, product.id, 70_000)
  await tellPriceFalls(ctx)
  expect(await told(ctx)).toHaveLength(2)
})

test('a price that went up first, a small fall, one of long ago and a sold out piece are not told', async ({ ctx }) => {
  await switchOn(ctx)
  const raised = await aFavorite(ctx)
  await reprice(ctx, raised.product.id, 150_000)
  await reprice(ctx, raised.product.id, 100_000)
  // She marked it while it cost more.
  const late = await aUser(ctx)
  await giveConsent(ctx, { recipient: late.email, ...said })
  await mark(ctx, late.id, raised.product.id, 150_000)
  const little = await aFavorite(ctx)
  await reprice(ctx, little.product.id, 95_000)
  const old = await aFavorite(ctx)
  await reprice(ctx, old.product.id, 50_000)
  await reprice(ctx, old.product.id, 50_000)
  const gone = await aFavorite(ctx)
  await reprice(ctx, gone.product.id, 50_000)
  await ctx.db.update(variants).set({ stock: 0 }).where(eq(variants.productId, gone.product.id))
  await tellPriceFalls(ctx)
  expect(await told(ctx)).toEqual([])
})

test('several favorites are one mail, which she does not get when she takes her consent back before it goes', async ({
  ctx,
}) => {
  await switchOn(ctx)
  const { user, product } = await aFavorite(ctx)
  const second = await aProduct(ctx, { variants: [{ priceKurus: 100_000 }] })
  await mark(ctx, user.id, second.id, 100_000)
  for (const { id } of [product, second]) await reprice(ctx, id, 60_000)
  await tellPriceFalls(ctx)
  const [mail, ...more] = await told(ctx)
  expect(more).toEqual([])
  expect(mail?.subject).toContain('2 ürünün fiyatı düştü')
  await withdrawConsent(ctx, { recipient: user.email, ...said })
  await sendMail(ctx, mail?.id ?? '')
  expect(await told(ctx)).toEqual([])
})
