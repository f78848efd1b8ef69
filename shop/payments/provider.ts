/** A card as typed, in memory only: never stored, logged or put in an error. */
export type Card = {
  holderName: string
  number: string
  expireMonth: string
  expireYear: string
  cvc: string
}

export type ChargeRequest = {
  /** Ours, unguessable, new for each attempt; the provider finds the payment by it. */
  conversationId: string
  orderId: string
  amountKurus: number
  installments: number
  card: Card
  buyer: {
    id: string
    firstName: string
    lastName: string
    email: string
    phone: string
    address: string
    city: string
    postalCode: string | null
    ip: string
  }
  items: { id: string; name: string; category: string; amountKurus: number }[]
  /** Where the bank sends the shopper's browser after 3-D Secure. */
  callbackUrl: string
}

/** What became of a payment, as far as the provider says. */
export type PaymentOutcome =
  | { kind: 'charged'; paymentId: string; amountKurus: number }
  | { kind: 'declined'; code: string; message: string }
  /** The shopper's bank wants to see her first. */
  | { kind: '3ds'; redirectUrl: string }
  /** The provider does not know this conversation: nothing was charged. */
  | { kind: 'none' }
  /** No answer, or none that can be believed: ask again later. */
  | { kind: 'unknown'; reason: string }

/** A company that takes card payments. Calls may take seconds: never make one inside a transaction. */
export type PaymentProvider = {
  name: string
  charge(request: ChargeRequest): Promise<PaymentOutcome>
  /** Completes a payment whose shopper came back from her bank. */
  finishThreeDs(conversationId: string): Promise<PaymentOutcome>
  /** What the provider knows of a payment; kind '3ds' while the shopper is still at her bank. */
  find(conversationId: string): Promise<PaymentOutcome>
  /** Gives money back; the same refundId again pays nothing more. */
  refund(request: {
    refundId: string
    conversationId: string
    paymentId: string
    amountKurus: number
    ip: string
  }): Promise<{ kind: 'refunded' } | { kind: 'refused'; message: string } | { kind: 'unknown'; reason: string }>
}
