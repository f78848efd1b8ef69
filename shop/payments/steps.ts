/** The moments of a payment at which a crash leaves something different behind. Tests end the shop at each of them. */
export const paymentSteps = [
  'attempt-written',
  'provider-asked',
  'settling',
  'settled',
  'three-ds-claimed',
  'three-ds-finished',
  'refund-written',
  'refund-asked',
  'refund-settling',
  'recovery-asked',
] as const

export type PaymentStep = (typeof paymentSteps)[number]
