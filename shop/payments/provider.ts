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
  /** What is taken from the card: the items and the fee for instalments. */
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
  /** Whose order and which currency is compared with ours where the provider says it. */
  | { kind: 'charged'; paymentId: string; amountKurus: number; currency?: string; orderId?: string }
  | { kind: 'declined'; code: string; message: string }
  /** The shopper's bank wants to see her first; without an address there is no way to send her there. */
  | { kind: '3ds'; redirectUrl?: string; paymentId?: string }
  /** Taken, but the provider still looks into it (fraud): it may yet be declined. */
  | { kind: 'review'; paymentId: string }
  /** The provider does not know this conversation: nothing was charged. */
  | { kind: 'none' }
  /** No answer, or none that can be believed: ask again later. */
  | { kind: 'unknown'; reason: string }

/** What the shopper's browser brought back from her bank. */
export type BankReturn =
  | { kind: 'passed'; paymentId?: string; data?: string }
  | { kind: 'failed' }
  /** Not proven to come from the provider: a hint to ask, no more. */
  | { kind: 'unproven' }

export type RefundRequest = {
  refundId: string
  conversationId: string
  paymentId: string
  amountKurus: number
  ip: string
  /** The whole payment and when it was made: all of it on the same day is cancelled rather than refunded. */
  paidKurus: number
  paidAt: Date
  /** What went back before. */
  refundedKurus: number
  /** Asked before without an answer: the provider is first asked what it did. */
  again: boolean
}

export type RefundOutcome =
  | { kind: 'refunded' }
  | { kind: 'refused'; message: string }
  | { kind: 'unknown'; reason: string }

/** What paying in instalments costs with one family of cards. */
export type InstallmentPlan = {
  family: string
  bank: string | null
  cardType: 'CREDIT' | 'DEBIT' | 'OTHER'
  /** The bank insists on 3-D Secure. */
  forces3ds: boolean
  options: { count: number; totalKurus: number }[]
}

/** A payment in the provider's list of a day. */
export type ListedCharge = {
  paymentId: string
  conversationId: string | null
  amountKurus: number
  refundedKurus: number
}

export type WebhookEvent = { reference: string; eventType: string; status: string; conversationId: string }

export type WebhookReading =
  | { kind: 'signed' | 'unsigned'; event: WebhookEvent }
  | { kind: 'forged' }
  | { kind: 'unreadable' }

/** A company that takes card payments. Calls may take seconds: never make one inside a transaction. */
export type PaymentProvider = {
  name: string
  /** A charge that left us may be on its way this long; only after it does 'never heard of it' mean that it is lost. */
  memory: number
  /** False while the provider is left alone because it did not answer several times in a row. */
  isAnswering?(): boolean
  charge(request: ChargeRequest): Promise<PaymentOutcome>
  /** Reads what a browser brought back from the bank; checks who signed it. */
  readReturn(conversationId: string, form: Record<string, string>): BankReturn
  /** Reads news that the provider sends by itself, where it sends any. */
  readWebhook?(body: unknown, signature: string | undefined): WebhookReading
  /** Completes a payment whose shopper came back from her bank. No money moves before. */
  finishThreeDs(payment: {
    conversationId: string
    orderId: string
    amountKurus: number
    paymentId: string | null
    data: string | null
  }): Promise<PaymentOutcome>
  /** What the provider knows of a payment; kind '3ds' while the shopper is still at her bank. */
  find(conversationId: string): Promise<PaymentOutcome>
  /** Gives money back; the same refundId again pays nothing more. */
  refund(request: RefundRequest): Promise<RefundOutcome>
  /** What instalments cost, for one card by its first digits or for every family; undefined when it cannot be told now. */
  listInstallments(priceKurus: number, bin?: string): Promise<InstallmentPlan[] | undefined>
  /** Every payment of a day in Istanbul, `2026-11-20`; undefined when the list cannot be had now. */
  listCharges(day: string): Promise<ListedCharge[] | undefined>
}
