type Share = {
  /** Price of the refunded units, and of all units of the order, without the installment fee. */
  goodsKurus: number
  allGoodsKurus: number
  /** What was paid for all of them, with the installment fee. */
  paidKurus: number
  /** What of the whole order was not given back yet, delivery included. */
  leftKurus: number
  /** No unit is left after these. */
  last: boolean
}

/** The refund for units, in kuruş: their share of what was paid for the goods, as far as it is left; the last units get all that is left. */
export function refundShare({ goodsKurus, allGoodsKurus, paidKurus, leftKurus, last }: Share): number {
  if (last) return leftKurus
  return Math.min(Math.round((goodsKurus * paidKurus) / allGoodsKurus), leftKurus)
}
