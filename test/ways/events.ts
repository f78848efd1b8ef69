import fc from 'fast-check'
import { type Resolution, resolutions } from '#shop/payments/contract.ts'
import { type PaymentStep, paymentSteps } from '#shop/ports.ts'
import { days, hours, minutes, seconds } from '#shop/time.ts'
import { type ChargeMood, chargeMoods, refundMoods } from '../outside/wild-bank.ts'
import { anAfterSale, aWholeExchange, aWholeReturn } from '../returns/random.ts'
import { aBalanceEvent, balances } from './balances.ts'
import { aCampaignEvent } from './campaigns.ts'
import { aGuestEvent } from './guests.ts'
import { anInstallmentEvent, installments } from './installments.ts'
import { aLinkEvent, paidWhileChanged } from './links.ts'
import { anOrderEvent } from './orders.ts'
import { aWaitingEvent } from './waiting.ts'

/**
 * Anything that may happen to a shop, its banks, its buyers and its owner. `n` picks among the payments so far, `coupon` the
 * code that she types; 0: none. `balances`: the gift cards and store credit that she pays with.
 */
export type Event =
  | ({ do: 'buy'; key: number; mood: ChargeMood; onPage: boolean; installments: number } & Purchase)
  | { do: 'pay on the page'; n: number | 'all' }
  | { do: 'come back'; n: number; said: 'yes' | 'no'; forged: boolean }
  | { do: 'news'; n: number; signed: boolean }
  | ({ do: 'buy at the door' } & Purchase)
  | { do: 'enter a code'; n: number; right: boolean }
  | { do: 'at the door'; n: number; how: 'ship' | 'collect' | 'refuse' | 'cancel' }
  | ({ do: 'buy by transfer' } & Purchase)
  | { do: 'a transfer comes'; n: number; how: 'all' | 'part' | 'more'; byLine: boolean }
  | {
      do: 'by transfer'
      n: number
      how: 'cancel' | 'buyer cancels' | 'refund an item' | 'give the excess back' | 'pay back' | 'take back'
    }
  | (typeof anAfterSale extends fc.Arbitrary<infer E> ? E : never)
  | (typeof aCampaignEvent extends fc.Arbitrary<infer E> ? E : never)
  | (typeof aBalanceEvent extends fc.Arbitrary<infer E> ? E : never)
  | (typeof anOrderEvent extends fc.Arbitrary<infer E> ? E : never)
  | (typeof aGuestEvent extends fc.Arbitrary<infer E> ? E : never)
  | (typeof aLinkEvent extends fc.Arbitrary<infer E> ? E : never)
  | (typeof anInstallmentEvent extends fc.Arbitrary<infer E> ? E : never)
  | (typeof aWaitingEvent extends fc.Arbitrary<infer E> ? E : never)
  | { do: 'other provider' }
  | { do: 'recover' }
  | { do: 'wait'; milliseconds: number }
  | { do: 'cancel'; n: number }
  | { do: 'bank books late'; n: number | 'all' }
  | { do: 'bank decides'; n: number; well: boolean }
  | { do: 'owner decides'; n: number | 'all'; action: Resolution }
  | { do: 'compare' }
  | { do: 'lose questions'; count: number }
  | { do: 'refunds go'; how: (typeof refundMoods)[number] }
  | { do: 'owner looks for refunds' }
  | { do: 'crash at'; step: PaymentStep }

type Purchase = { shopper: number; quantity: number; coupon: number; balances: number }

const n = fc.nat({ max: 7 })
const mostly = fc.constantFrom(true, true, false)
const coupon = fc.constantFrom(0, 1, 1, 2)
const shopper = fc.constantFrom(0, 0, 1, 1, 2, 3)
const purchase = { shopper, quantity: fc.integer({ min: 1, max: 2 }), coupon, balances }
const anEvent: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      ...purchase,
      key: fc.nat({ max: 3 }),
      onPage: fc.boolean(),
      installments,
      // Money that comes late is where shops go wrong.
      mood: fc.constantFrom<ChargeMood>(...chargeMoods, 'charges later', 'charges later', 'charges later'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('come back' as const),
      n,
      said: fc.constantFrom('yes' as const, 'no' as const),
      forged: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay on the page' as const), n }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('news' as const), n, signed: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('buy at the door' as const), ...purchase }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('enter a code' as const), n, right: mostly }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('at the door' as const),
      n,
      how: fc.constantFrom('ship' as const, 'collect' as const, 'refuse' as const, 'cancel' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('buy by transfer' as const), ...purchase }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('a transfer comes' as const),
      n,
      how: fc.constantFrom('all' as const, 'all' as const, 'part' as const, 'more' as const),
      byLine: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('by transfer' as const),
      n,
      how: fc.constantFrom(
        ...(['cancel', 'buyer cancels', 'refund an item', 'give the excess back', 'pay back', 'take back'] as const),
      ),
    }),
  },
  { weight: 6, arbitrary: anAfterSale },
  { weight: 4, arbitrary: aCampaignEvent },
  { weight: 5, arbitrary: aWaitingEvent },
  { weight: 3, arbitrary: aBalanceEvent },
  { weight: 4, arbitrary: aGuestEvent },
  { weight: 5, arbitrary: aLinkEvent },
  { weight: 2, arbitrary: anInstallmentEvent },
  { weight: 8, arbitrary: anOrderEvent },
  { weight: 1, arbitrary: fc.constant({ do: 'other provider' as const }) },
  { weight: 4, arbitrary: fc.constant({ do: 'recover' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      milliseconds: fc.constantFrom(seconds(1), seconds(20), minutes(3), minutes(12), minutes(40), hours(25), days(4)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), n }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bank books late' as const), n }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bank decides' as const), n, well: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('owner decides' as const), n, action: fc.constantFrom(...resolutions) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'compare' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('lose questions' as const), count: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('refunds go' as const), how: fc.constantFrom('pays', ...refundMoods) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'owner looks for refunds' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('crash at' as const), step: fc.constantFrom(...paymentSteps) }),
  },
)

const aTry = (
  shopper: number,
  key: number,
  mood: ChargeMood,
  more: Partial<Purchase & { onPage: boolean; installments: number }> = {},
): Event => ({
  do: 'buy',
  ...{ shopper, key, mood, quantity: 1, onPage: false, installments: 1, coupon: 1, balances: 0, ...more },
})
const wait = (milliseconds: number): Event => ({ do: 'wait', milliseconds })
const recover: Event = { do: 'recover' }
const bookAll: Event = { do: 'bank books late', n: 'all' }

/** Where shops go wrong, in a row that chance alone seldom makes: money that comes after she bought again, or after days. */
const aStory = fc
  .record({ shopper, key: fc.nat({ max: 3 }), isOld: fc.boolean(), meanwhile: fc.option(aGuestEvent) })
  .map(({ shopper, key, isOld, meanwhile }): Event[] => [
    aTry(shopper, key, 'charges later'),
    wait(minutes(3)),
    recover,
    ...(isOld ? [wait(hours(25))] : [aTry(shopper, key + 4, 'charges')]),
    ...(meanwhile && shopper > 1 ? [{ ...meanwhile, how: 'join' as const }] : []),
    bookAll,
    wait(minutes(40)),
    recover,
    { do: 'compare' as const },
  ])
/** An order completed although too much was taken: its excess goes back, whatever becomes of the refund, and is asked for twice. */
const anExcess = fc
  .record({
    shopper,
    key: fc.nat({ max: 3 }),
    mood: fc.constantFrom('takes too much' as const, 'takes too much, tells ours' as const),
    how: fc.constantFrom(...refundMoods),
    crash: fc.option(fc.constantFrom(...paymentSteps)),
    cancelled: fc.boolean(),
  })
  .map(({ shopper, key, mood, how, crash, cancelled }): Event[] => [
    aTry(shopper, key, mood),
    { do: 'owner decides', n: 'all', action: 'complete' },
    { do: 'refunds go', how },
    ...(crash ? [{ do: 'crash at' as const, step: crash }] : []),
    { do: 'owner decides', n: 'all', action: 'refund-excess' },
    ...(cancelled ? [{ do: 'cancel' as const, n: 0 }] : []),
    { do: 'owner decides', n: 'all', action: 'refund-excess' },
    wait(minutes(40)),
    { do: 'refunds go', how: 'pays' },
    recover,
  ])
/** Pages of the bank's own: left, given up for another, and paid in the end, both or all. */
const twoPages = fc
  .record({
    shopper,
    key: fc.nat({ max: 3 }),
    waited: fc.constantFrom(seconds(1), minutes(12), hours(25)),
  })
  .map(({ shopper, key, waited }): Event[] => [
    aTry(shopper, key, 'charges', { onPage: true }),
    wait(waited),
    recover,
    aTry(shopper, key + 4, 'charges', { onPage: true }),
    { do: 'pay on the page', n: 'all' },
    wait(minutes(12)),
    recover,
  ])
/** Bought by card and returned from end to end, among whatever else happens. */
const boughtAndReturned = fc
  .record({ shopper, key: fc.nat({ max: 3 }), balances, installments, steps: aWholeReturn })
  .map(({ shopper, key, steps, ...more }): Event[] => [aTry(shopper, key, 'charges', more), ...steps])
/** Sent to be paid at the door, withdrawn from on the way, and then refused there, or taken and paid all the same. */
const withdrawnAtDoor = fc
  .record({
    shopper,
    quantity: fc.integer({ min: 1, max: 2 }),
    n,
    asked: anAfterSale,
    how: fc.constantFrom('refuse' as const, 'refuse' as const, 'collect' as const),
  })
  .map(({ shopper, quantity, n, asked, how }): Event[] => [
    { do: 'buy at the door', shopper, quantity, coupon: 0, balances: 0 },
    { do: 'enter a code', n, right: true },
    { do: 'at the door', n, how: 'ship' },
    { ...asked, what: 'ask' },
    { do: 'at the door', n, how },
  ])
/** Money entered for an order, once or in parts and too much, taken back and come again. */
const byMistake = fc
  .record({
    shopper,
    n,
    balances,
    first: fc.constantFrom('all' as const, 'part' as const, 'more' as const),
  })
  .map(({ shopper, n, balances, first }): Event[] => [
    { do: 'buy by transfer', shopper, quantity: 1, coupon: 1, balances },
    { do: 'a transfer comes', n, how: first, byLine: false },
    { do: 'a transfer comes', n, how: 'all', byLine: true },
    { do: 'by transfer', n, how: 'take back' },
    { do: 'by transfer', n, how: 'take back' },
    { do: 'a transfer comes', n, how: first, byLine: false },
  ])
/** Bought with a code that is shared by two units, and one of them returned. */
const withACode = fc
  .record({ offer: aCampaignEvent, shopper, key: fc.nat({ max: 3 }), installments, steps: aWholeReturn })
  .map(({ offer, shopper, key, installments, steps }): Event[] => [
    { ...offer, how: 'make', active: true },
    aTry(shopper, key, 'charges', { quantity: 2, installments }),
    ...steps,
  ])
/** Exchanged, and what came in exchange given back while the bank may refuse: money, credit and cards of two orders. */
const exchangedAndGivenBack = fc
  .record({
    bought: fc.record({ ...purchase, installments, key: fc.nat({ max: 3 }) }),
    exchange: aWholeExchange,
    how: fc.constantFrom(...refundMoods),
    after: fc.array(fc.oneof(anOrderEvent, anAfterSale), { minLength: 1, maxLength: 4 }),
    again: fc.array(anOrderEvent, { maxLength: 3 }),
  })
  .map(({ bought: { key, shopper, ...more }, exchange, how, after, again }): Event[] => [
    aTry(shopper, key, 'charges', more),
    ...exchange,
    { do: 'refunds go', how },
    ...after,
    { do: 'refunds go', how: 'pays' },
    ...again,
  ])
/** Changed once it is paid, or while it waits, and given back. */
const changedAndGivenBack = fc
  .record({
    bought: fc.record(purchase),
    installments,
    way: fc.constantFrom('card', 'card', 'transfer'),
    how: fc.constantFrom(...refundMoods),
    changes: fc.array(anOrderEvent, { minLength: 2, maxLength: 5 }),
  })
  .map(({ bought, installments, way, how, changes }): Event[] => [
    way === 'card'
      ? aTry(bought.shopper, 3, 'charges', { ...bought, installments, quantity: 2 })
      : { do: 'buy by transfer', ...bought },
    { do: 'refunds go', how },
    ...changes,
    { do: 'a transfer comes', n: 0, how: 'all', byLine: false },
  ])
/** Sold out, waited for, and bought by who was told, whatever her bank does; or not bought in time. */
const waitedFor = fc
  .record({
    mood: fc.constantFrom<ChargeMood>(...chargeMoods),
    asked: aWaitingEvent,
    waited: fc.constantFrom(seconds(1), minutes(40)),
  })
  .map(({ mood, asked, waited }): Event[] => [
    aTry(0, 0, 'charges', { quantity: 2 }),
    aTry(1, 0, 'charges'),
    ...[0, 1].map((n): Event => ({ ...asked, n, how: 'ask', size: 'S' })),
    { do: 'cancel', n: 0 },
    aTry(0, 1, mood),
    wait(waited),
    recover,
    aTry(0, 2, 'charges'),
    asked,
  ])
/** Paid in installments beside a little credit or a gift card, and given back in parts. */
const inParts = fc
  .record({
    bought: fc.record({
      ...purchase,
      balances: fc.constantFrom(1, 2, 8, 9, 10),
      installments: fc.constantFrom(2, 3, 6),
    }),
    key: fc.nat({ max: 3 }),
    after: fc.array(fc.oneof(anOrderEvent, anAfterSale), { minLength: 2, maxLength: 4 }),
  })
  .map(({ bought: { shopper, ...more }, key, after }): Event[] => [
    aTry(shopper, key, 'charges', { ...more, quantity: 2 }),
    ...after,
  ])
/** Bought without an account and paid, and what she does by her link, until all of it is back. */
const withoutAnAccount = fc
  .record({
    bought: fc.record({ ...purchase, shopper: fc.constantFrom(2, 2, 3) }),
    way: fc.constantFrom('card', 'transfer', 'transfer'),
    isPaid: mostly,
    after: fc.array(fc.oneof(aGuestEvent, anOrderEvent, anAfterSale), { minLength: 2, maxLength: 5 }),
    ends: aGuestEvent,
  })
  .map(({ bought, way, isPaid, after, ends }): Event[] => [
    way === 'card' ? aTry(bought.shopper, 2, 'charges', bought) : { do: 'buy by transfer', ...bought },
    ...(isPaid ? [{ do: 'a transfer comes' as const, n: 0, how: 'all' as const, byLine: false }] : []),
    ...after,
    { ...ends, how: 'cancel' },
    { ...ends, how: 'name an account' },
  ])
/** One event, or a row of them that makes a story. */
const someEvents = fc.oneof(
  { weight: 12, arbitrary: anEvent.map((event) => [event]) },
  { weight: 1, arbitrary: aStory },
  { weight: 1, arbitrary: anExcess },
  { weight: 1, arbitrary: twoPages },
  { weight: 2, arbitrary: aWholeReturn },
  { weight: 2, arbitrary: aWholeExchange },
  { weight: 2, arbitrary: boughtAndReturned },
  { weight: 2, arbitrary: withACode },
  { weight: 2, arbitrary: withdrawnAtDoor },
  { weight: 2, arbitrary: byMistake },
  { weight: 2, arbitrary: waitedFor },
  { weight: 3, arbitrary: exchangedAndGivenBack },
  { weight: 2, arbitrary: changedAndGivenBack },
  { weight: 2, arbitrary: inParts },
  { weight: 2, arbitrary: withoutAnAccount },
  { weight: 2, arbitrary: paidWhileChanged },
)

/** Most shops have campaigns and a fee for delivery before anybody buys. */
const anOpening = fc
  .array(aCampaignEvent, { maxLength: 3 })
  .map((offers) =>
    offers.map((offer): Event => ({ ...offer, how: offer.how === 'delivery' ? 'delivery' : 'make', active: true })),
  )

export const aHistory = fc
  .tuple(anOpening, fc.array(someEvents, { minLength: 10, maxLength: 24, size: 'max' }))
  .map(([opening, events]) => [...opening, ...events.flat()])
