export const contractKinds = ['pre-information', 'distance-sales'] as const
export type ContractKind = (typeof contractKinds)[number]
