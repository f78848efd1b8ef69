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

/**
 * Each refund by rate, in the order in which they were given. Together they never exceed what the order has of a rate, and
 * once all of the money went back they sum to its split to the kuruş.
 */
export function splitRefunds(charged: Charged, refunds: GivenBack[]): VatSplit[][] {
  const whole = grossByRate(charged)
  const back = new Map([...whole.keys()].map((rate) => [rate, 0]))
  return refunds.map((refund) => {
    const left = new Map([...whole].map(([rate, gross]) => [rate, gross - (back.get(rate) ?? 0)]))
    return [...takeBack(refund, left)].map(([rate, gross]) => {
      const before = back.get(rate) ?? 0
      back.set(rate, before + gross)
      return between(splitOf(rate, before), splitOf(rate, before + gross))
    })
  })
}

/** The gross sum of each item: its price, with its share of all that the goods cost beside their prices. */
export function grossOfItems({ items, serviceKurus, totalKurus }: Charged): number[] {
  return apportion(
    totalKurus - serviceKurus,
    items.map(({ unitPriceKurus, quantity }) => unitPriceKurus * quantity),
  )
}

function grossByRate(charged: Charged): Map<VatRate, number> {
  const { items, serviceKurus } = charged
  const goods = grossOfItems(charged)
  const ofGoods = items.map(({ vatRate }, index) => ({ rate: vatRate, kurus: goods[index] ?? 0 }))
  return summed([...ofGoods, { rate: serviceVatRate, kurus: serviceKurus }])
}

/** Sums by rate, the lowest first, without those of nothing. */
function summed(amounts: RatedAmount[]): Map<VatRate, number> {
  const sums = new Map<VatRate, number>()
  for (const { rate, kurus } of amounts) sums.set(rate, (sums.get(rate) ?? 0) + kurus)
  return new Map([...sums].filter(([, kurus]) => kurus !== 0).toSorted(([a], [b]) => a - b))
}

/** A refund's money by rate: as its goods have it, as far as that is left; the rest as all that is left has it. */
function takeBack({ amountKurus, items }: GivenBack, left: Map<VatRate, number>): Map<VatRate, number> {
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
