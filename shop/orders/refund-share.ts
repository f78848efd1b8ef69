import type { BeyondPrice } from '../mail/order-mails.ts'

export type Share = {
  /** Price of the refunded units, and of all units of the order, without the installment fee. */
  goodsKurus: number
  allGoodsKurus: number
  /** The sum paid for all of them, with the installment fee. */
  paidKurus: number
  /** The part of the whole order that was not given back yet, delivery included. */
  leftKurus: number
  /** No unit is left after these. */
  last: boolean
}

/** The refund for units, in kuruş: their share of what was paid for the goods, as far as it is left; the last units get all that is left. */
export function refundShare({ goodsKurus, allGoodsKurus, paidKurus, leftKurus, last }: Share): number {
  if (last) return leftKurus
  return Math.min(paidFor({ goodsKurus, allGoodsKurus, paidKurus }), leftKurus)
}

function paidFor({ goodsKurus, allGoodsKurus, paidKurus }: Pick<Share, 'goodsKurus' | 'allGoodsKurus' | 'paidKurus'>) {
  return Math.round((goodsKurus * paidKurus) / allGoodsKurus)
}

/** Why a refund of units is another sum than their price; with the last units goes back what delivery and the way to pay cost. */
export function beyondPrice(
  share: Omit<Share, 'leftKurus'> & Pick<BeyondPrice, 'deliveryKurus' | 'methodFeeKurus'>,
  amountKurus: number,
): BeyondPrice {
  const ownKurus = paidFor(share)
  const withDelivery = share.last && amountKurus !== ownKurus
  const { deliveryKurus, methodFeeKurus } = withDelivery ? share : { deliveryKurus: 0, methodFeeKurus: 0 }
  const feeKurus = ownKurus - share.goodsKurus
  const lessKurus = ownKurus + deliveryKurus + methodFeeKurus - amountKurus
  // The last units carry what rounding left of the fee of all.
  const isRounding = feeKurus !== 0 && Math.abs(lessKurus) < mostRounding
  if (lessKurus < 0 || isRounding)
    return { feeKurus: feeKurus - lessKurus, deliveryKurus, methodFeeKurus, earlierKurus: 0 }
  return { feeKurus, deliveryKurus, methodFeeKurus, earlierKurus: lessKurus }
}

/** Half a kuruş a refund. */
const mostRounding = 50
