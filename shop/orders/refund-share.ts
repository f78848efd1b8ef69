type Share = {
  /** What the units that go back cost, and what all units of the order did, without instalment fee. */
  goodsKurus: number
  allGoodsKurus: number
  paidKurus: number
  refundedKurus: number
  /** No unit is left after these. */
  last: boolean
}

/** What is paid back for units: their share of the payment, instalment fee included; the last ones take the rest along. In kuruş. */
export function refundShare({ goodsKurus, allGoodsKurus, paidKurus, refundedKurus, last }: Share): number {
  if (last) return paidKurus - refundedKurus
  return Math.min(Math.round((goodsKurus * paidKurus) / allGoodsKurus), paidKurus - refundedKurus)
}
