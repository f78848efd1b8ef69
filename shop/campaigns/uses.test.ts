import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { createCampaign } from './campaigns.ts'
import { NewCampaign } from './contract.ts'
import { usedByYou, usedUp } from './open.ts'
import { campaigns } from './schema.ts'
import { countUses } from './uses.ts'

test('limits hold where an order is written, also for who was told before that there is one left', async ({
  ctx,
  api,
}) => {
  const product = await aProduct(ctx)
  const [user, other] = [await aUser(ctx), await aUser(ctx)]
  const { id } = await createCampaign(
    ctx,
    NewCampaign.parse({ kind: 'AMOUNT', value: 50, code: 'ELLI', personLimit: 1, totalLimit: 2 }),
  )
  const buy = async (who: typeof user): Promise<string> => {
    const token = await signIn(ctx, who)
    return (await api('POST', '/payments/create', { token, body: aPayment(product) })).body.data.orderId
  }
  const use = async (who: typeof user) => {
    const [campaign] = await ctx.db.select().from(campaigns).where(eq(campaigns.id, id))
    if (!campaign) throw new Error('the campaign is gone')
    const uses = [{ campaign, discountKurus: 5_000, deliveryKurus: 0 }]
    return (await countUses(ctx, await buy(who), uses, { userId: who.id, guest: false }))?.why
  }
  expect(await use(user)).toBeUndefined()
  expect(await use(user)).toBe(usedByYou)
  // The caller undoes all of such an order.
  await ctx.db.update(campaigns).set({ used: 1 }).where(eq(campaigns.id, id))
  expect(await use(other)).toBeUndefined()
  expect(await use(await aUser(ctx))).toBe(usedUp)
})
