import { expect } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { newId } from '../ctx.ts'
import { giftCardsKey } from '../settings/gift-cards/gift-cards.ts'
import { saveSetting } from '../settings/settings.ts'
import { blockGiftCard, createGiftCards, getGiftCard } from './cards.ts'
import { NewGiftCards } from './contract.ts'
import { retakeGifts, returnGifts, spendGifts } from './of-orders.ts'

test('a card that was blocked, or emptied, after it was priced pays nothing, and neither do those beside it', async ({
  ctx,
}) => {
  await saveSetting(ctx, giftCardsKey, { on: true })
  const [blocked, other] = await createGiftCards(ctx, NewGiftCards.parse({ amount: 100, count: 2 }))
  if (!blocked || !other) throw new Error('no cards were made')
  await blockGiftCard(ctx, blocked.id, true)
  const pays = (...shares: [string, number][]) =>
    spendGifts(
      ctx,
      newId(),
      shares.map(([cardId, kurus]) => ({ cardId, kurus })),
    )
  expect(await pays([other.id, 4000], [blocked.id, 6000])).toBe(false)
  expect(await pays([other.id, 10_001])).toBe(false)
  expect((await getGiftCard(ctx, other.id)).balanceKurus).toBe(10_000)
})

test('what an order gave back is taken again only while it is on the card', async ({ ctx, api }) => {
  await saveSetting(ctx, giftCardsKey, { on: true })
  const [card] = await createGiftCards(ctx, NewGiftCards.parse({ amount: 100 }))
  const cardId = card?.id ?? ''
  const balance = async () => (await getGiftCard(ctx, cardId)).balanceKurus
  const [product, token] = [await aProduct(ctx), await signIn(ctx, await aUser(ctx))]
  const buy = async (): Promise<string> =>
    (await api('POST', '/payments/create', { token, body: aPayment(product) })).body.data.orderId
  const [first, second] = [await buy(), await buy()]
  expect(await spendGifts(ctx, first, [{ cardId, kurus: 6_000 }])).toBe(true)
  await returnGifts(ctx, first)
  expect([await retakeGifts(ctx, first), await balance()]).toEqual([true, 4_000])
  await returnGifts(ctx, first)
  expect(await spendGifts(ctx, second, [{ cardId, kurus: 5_000 }])).toBe(true)
  expect([await retakeGifts(ctx, first), await balance()]).toEqual([false, 5_000])
})
