/**
 * Prices include value added tax (KDV). What is paid is split by rate: of each rate's gross the net is rounded once, the
 * tax is the rest, so that net and tax of all rates sum exactly to what was paid. Parts of it (lines, refunds) are cut by
 * largest remainder, so that they sum to the whole too. All in kuruş.
 */

import { serviceVatRate, type VatRate } from '../fields/vat-rates.ts'
import { apportion } from '../money.ts'

export type VatSplit = { rate: VatRate; grossKurus: number; netKurus: number; vatKurus: number }
type RatedAmount = { rate: VatRate; kurus: number }

/** An order's money by its purpose. */
export type Charged = {
  items: { vatRate: VatRate; unitPriceKurus: number; quantity: number }[]
  /** Delivery and the fee of the way to pay. */
  serviceKurus: number
  /**
   * The goods share all that is neither their prices nor a service: the fee of installments is part of their price
   * (KDV Kanunu m.24/c).
   */
  totalKurus: number
}

/** A refund: all or part of the order's money, with the goods it was for where some were named. */
export type GivenBack = { amountKurus: number; items: Charged['items'] }

/** The order's money by rate, the lowest first; rates of which nothing was bought are left out. */
export function splitOrder(charged: Charged): VatSplit[] {
  return [...grossByRate(charged)].map(([rate, gross]) => splitOf(rate, gross))
}

/** The change of a paid order: what it moved the total by, for each rate. */
export type Changed = { byRate: Map<VatRate, number> }

/**
 * The sale as it was first booked, and by rate what happened to it since, in the order in which it did: refunds, which take from
 * what is left by then, and changes of its total. Together they never exceed what the order has of a rate, and once all of the
 * money went back they sum to nothing to the kuruş.
 */
export function splitBooked(
  charged: Charged,
  events: (GivenBack | Changed)[],
): { sold: VatSplit[]; since: VatSplit[][] } {
  const whole = grossByRate(charged)
  for (const event of events) if ('byRate' in event) move(whole, event.byRate, -1)
  const sold = [...summed(amountsOf(whole))].map(([rate, gross]) => splitOf(rate, gross))
  const back = new Map<VatRate, number>()
  const since = events.map((event) => {
    if ('byRate' in event) return move(whole, event.byRate, 1)
    const left = new Map([...whole].map(([rate, gross]) => [rate, gross - (back.get(rate) ?? 0)]))
    return move(back, takeBack(event, left), 1)
  })
  return { sold, since }
}

/** Each refund by rate, in the order in which they were given. */
export function splitRefunds(charged: Charged, refunds: GivenBack[]): VatSplit[][] {
  return splitBooked(charged, refunds).since
}

/** Adds to the sums, and returns the difference that this makes. */
function move(sums: Map<VatRate, number>, by: Map<VatRate, number>, sign: 1 | -1): VatSplit[] {
  return [...by].map(([rate, kurus]) => {
    const before = sums.get(rate) ?? 0
    const after = before + sign * kurus
    sums.set(rate, after)
    return between(splitOf(rate, before), splitOf(rate, after))
  })
}

/** The gross sum of each item: its price, with its share of all that the goods cost beside their prices. */
export function grossOfItems({ items, serviceKurus, totalKurus }: Charged): number[] {
  return apportion(
    totalKurus - serviceKurus,
    items.map(({ unitPriceKurus, quantity }) => unitPriceKurus * quantity),
  )
}

/** The order's money by rate, in kuruş, before net and tax are told apart. */
export function grossByRate(charged: Charged): Map<VatRate, number> {
  const { items, serviceKurus } = charged
  const goods = grossOfItems(charged)
  const ofGoods = items.map(({ vatRate }, index) => ({ rate: vatRate, kurus: goods[index] ?? 0 }))
  return summed([...ofGoods, { rate: serviceVatRate, kurus: serviceKurus }])
}

function amountsOf(sums: Map<VatRate, number>): RatedAmount[] {
  return [...sums].map(([rate, kurus]) => ({ rate, kurus }))
}

/** Sums by rate, the lowest first, without those of nothing. */
function summed(amounts: RatedAmount[]): Map<VatRate, number> {
  const sums = new Map<VatRate, number>()
  for (const { rate, kurus } of amounts) sums.set(rate, (sums.get(rate) ?? 0) + kurus)
  return new Map([...sums].filter(([, kurus]) => kurus !== 0).toSorted(([a], [b]) => a - b))
}

/** A refund's money by rate: as its goods have it, as far as that is left; the rest as all that is left has it. */
function takeBack({ amountKurus, items }: GivenBack, all: Map<VatRate, number>): Map<VatRate, number> {
  // More of a rate may be back than a later change left of it.
  if (amountKurus >= sumOf(amountsOf(all))) return summed(amountsOf(all))
  const left = new Map([...all].map(([rate, kurus]) => [rate, Math.max(0, kurus)]))
  const goods = [...summed(items.map((item) => ({ rate: item.vatRate, kurus: item.unitPriceKurus * item.quantity })))]
  const named = Math.min(
    amountKurus,
    goods.reduce((sum, [, kurus]) => sum + kurus, 0),
  )
  const shares = apportion(
    named,
    goods.map(([, kurus]) => kurus),
  )
  const taken = goods.map(([rate], index) => ({ rate, kurus: Math.min(shares[index] ?? 0, left.get(rate) ?? 0) }))
  const ofGoods = summed(taken)
  const rest = [...left].map(([rate, kurus]) => ({ rate, kurus: kurus - (ofGoods.get(rate) ?? 0) }))
  const open = Math.min(amountKurus - sumOf(taken), sumOf(rest))
  const others = apportion(
    open,
    rest.map(({ kurus }) => kurus),
  )
  return summed([...taken, ...rest.map(({ rate }, index) => ({ rate, kurus: others[index] ?? 0 }))])
}

function sumOf(amounts: RatedAmount[]): number {
  return amounts.reduce((sum, { kurus }) => sum + kurus, 0)
}

function splitOf(rate: VatRate, grossKurus: number): VatSplit {
  const netKurus = Math.round((grossKurus * 100) / (100 + rate))
  return { rate, grossKurus, netKurus, vatKurus: grossKurus - netKurus }
}

/** The difference between two sums of one rate. */
function between(before: VatSplit, after: VatSplit): VatSplit {
  return {
    rate: after.rate,
    grossKurus: after.grossKurus - before.grossKurus,
    netKurus: after.netKurus - before.netKurus,
    vatKurus: after.vatKurus - before.vatKurus,
  }
}
