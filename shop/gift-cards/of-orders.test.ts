import { expect } from 'vitest'
import { test } from '#test/shop.ts'
import { newId } from '../ctx.ts'
import { giftCardsKey } from '../settings/gift-cards/gift-cards.ts'
import { saveSetting } from '../settings/settings.ts'
import { blockGiftCard, createGiftCards, getGiftCard } from './cards.ts'
import { NewGiftCards } from './contract.ts'
import { spendGifts } from './of-orders.ts'

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
