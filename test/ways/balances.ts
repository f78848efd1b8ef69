import fc from 'fast-check'
import { changeCredit } from '#shop/credit/customers.ts'
import type { Ctx } from '#shop/ctx.ts'
import { blockGiftCard, createGiftCards, type NewCard } from '#shop/gift-cards/cards.ts'
import { NewGiftCards } from '#shop/gift-cards/contract.ts'
import { giftCardsKey } from '#shop/settings/gift-cards/gift-cards.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import type { World } from '../payment-truths.ts'

/** The owner's hand in store credit and gift cards; `n` picks the shopper, or the card. */
export const aBalanceEvent = fc.record({
  do: fc.constant('balances' as const),
  n: fc.nat({ max: 5 }),
  how: fc.constantFrom('give', 'give', 'take back', 'block', 'open', 'open'),
  kurus: fc.integer({ min: 1, max: 12_000 }),
})
type BalanceEvent = typeof aBalanceEvent extends fc.Arbitrary<infer E> ? E : never

const amounts = [3_000, 9_000, 40_000]
const withCredit = 1 << amounts.length

/** The balances that a purchase is paid with, each card and store credit with its bit; mostly nothing, so that there is a bank to ask. */
export const balances = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.nat({ max: 2 * withCredit - 1 }) },
)

/** Cards that cover a part of a piece, most of it, or many; and a little credit. */
export async function makeBalances(ctx: Ctx, shoppers: string[]): Promise<NewCard[]> {
  await saveSetting(ctx, giftCardsKey, { on: true })
  const cards: NewCard[] = []
  for (const kurus of amounts) cards.push(...(await createGiftCards(ctx, NewGiftCards.parse({ amount: kurus / 100 }))))
  for (const id of shoppers) await changeCredit(ctx, id, { amount: 2_500, takeBack: false, reason: 'Hediye' })
  return cards
}

/** The gift cards that she types, of which two are taken at most, and whether her credit is spent. */
export function paidWith({ cards }: World, bits: number) {
  const giftCards = cards.filter((_, index) => bits & (1 << index)).map(({ code }) => code)
  return { useCredit: (bits & withCredit) > 0, giftCards: giftCards.slice(0, 2) }
}

export async function changeBalances({ ctx, cards, shoppers }: World, event: BalanceEvent): Promise<unknown> {
  const { n, how, kurus: amount } = event
  if (how === 'block' || how === 'open') return blockGiftCard(ctx, cards[n % cards.length]?.id ?? '', how === 'block')
  const shopper = shoppers[n % shoppers.length] ?? ''
  return changeCredit(ctx, shopper, { amount, takeBack: how === 'take back', reason: 'Hediye' })
}
