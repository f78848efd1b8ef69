type Costs = { deliveryKurus: number; methodFeeKurus: number; feeKurus: number }

/**
 * What an order costs once its goods cost `afterKurus` instead of `beforeKurus`. The fee for installments is part of what the goods
 * cost, so their share of it goes with them; delivery and the fee of the way stay as they were agreed on.
 */
export function changedTotal(costs: Costs, beforeKurus: number, afterKurus: number) {
  const feeKurus = beforeKurus > 0 ? Math.round((costs.feeKurus * afterKurus) / beforeKurus) : 0
  return { feeKurus, totalKurus: afterKurus + costs.deliveryKurus + costs.methodFeeKurus + feeKurus }
}
