type Costs = { deliveryKurus: number; methodFeeKurus: number; feeKurus: number }
type Goods = { beforeKurus: number; afterKurus: number }

/**
 * The total of an order once its goods cost `afterKurus` instead of `beforeKurus`. The fee for installments changes in proportion to
 * the goods; the fees for delivery and the way to pay stay as agreed.
 */
export function changedTotal(costs: Costs, { beforeKurus, afterKurus }: Goods) {
  const feeKurus = beforeKurus > 0 ? Math.round((costs.feeKurus * afterKurus) / beforeKurus) : 0
  return { feeKurus, totalKurus: afterKurus + costs.deliveryKurus + costs.methodFeeKurus + feeKurus }
}

/** `totalKurus` is what it costs; of that `amountKurus` is charged, and of the money `moneyLeftKurus` is not back yet. */
type Paid = Costs & { totalKurus: number; amountKurus: number; moneyLeftKurus: number }

/**
 * The lower total of a paid order and the parts of the difference that go back: money first, as far as money was charged and is not
 * back yet, the rest as the store credit that was spent on it.
 */
export function lowered(paid: Paid, goods: Goods) {
  const lower = split(paid, changedTotal(paid, goods))
  // Money that would be less than the fee for its installments: there are none any more.
  if (paid.amountKurus - lower.moneyKurus >= lower.feeKurus) return lower
  return split(paid, { feeKurus: 0, totalKurus: lower.totalKurus - lower.feeKurus })
}

function split(paid: Paid, changed: { feeKurus: number; totalKurus: number }) {
  const differenceKurus = paid.totalKurus - changed.totalKurus
  const moneyKurus = Math.min(differenceKurus, paid.amountKurus, paid.moneyLeftKurus)
  return { ...changed, moneyKurus, creditKurus: differenceKurus - moneyKurus }
}
