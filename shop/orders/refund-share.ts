type Share = {
  /** Price of the refunded units, and of all units of the order, without the installment fee. */
  goodsKurus: number
  allGoodsKurus: number
  paidKurus: number
  refundedKurus: number
  /** No unit is left after these. */
  last: boolean
}

/** The refund for units, in kuruş: their share of the payment with its installment fee; the last units get the rest. */
export function refundShare({ goodsKurus, allGoodsKurus, paidKurus, refundedKurus, last }: Share): number {
  if (last) return paidKurus - refundedKurus
  return Math.min(Math.round((goodsKurus * paidKurus) / allGoodsKurus), paidKurus - refundedKurus)
}
