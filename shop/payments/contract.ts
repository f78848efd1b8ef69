/** What the owner may have done with a payment that is not settled. */
export const resolutions = ['ask', 'complete', 'refund'] as const
export type Resolution = (typeof resolutions)[number]
