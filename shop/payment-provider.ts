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
  /** The amount taken from the card: the items and the fee for installments. */
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
    neighbourhood?: string | null
    district?: string | null
    city: string
    postalCode: string | null
    ip: string
  }
  items: { id: string; name: string; category: string; amountKurus: number }[]
  /** Where the bank sends the shopper's browser after 3-D Secure. */
  callbackUrl: string
}

/** A payment on the provider's own page: all of a charge but the card, which our server never sees. */
export type HostedRequest = Omit<ChargeRequest, 'card' | 'installments'> & {
  /** The counts of installments that the page may offer; only such as cost the shopper nothing. */
  installments: number[]
  /** How long the page should take a card, in minutes. */
  minutesOpen: number
}

/** The outcome of asking for a page. A page whose address nobody was given can take no money. */
export type HostedPage = Extract<PaymentOutcome, { kind: 'page' | 'declined' | 'unknown' }>

/** The outcome of a payment, as far as the provider says. */
export type PaymentOutcome =
  /** Whose order and which currency is compared with ours where the provider says it. */
  | { kind: 'charged'; paymentId: string; amountKurus: number; currency?: string; orderId?: string }
  /** Vague: no bank has said so, and it is asked for once more. */
  | { kind: 'declined'; code: string; message: string; vague?: true }
  /** The shopper's bank wants to see her first; without an address there is no way to send her there. */
  | { kind: '3ds'; redirectUrl?: string; paymentId?: string }
  /** The shopper types her card on the provider's page; `reference` is the provider's name of the page, by which it is asked. */
  | { kind: 'page'; redirectUrl: string; reference: string }
  /** Taken, but the provider still looks into it (fraud): it may yet be declined. */
  | { kind: 'review'; paymentId: string }
  /** The provider does not know this conversation: nothing was charged. */
  | { kind: 'none' }
  /** No answer, or none that can be believed: ask again later. */
  | { kind: 'unknown'; reason: string }

/** The news that the shopper's browser brought back from her bank. */
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
  /** The whole payment, what installments are of it, and when it was made: all of it on the same day is cancelled rather than refunded. */
  paidKurus: number
  feeKurus: number
  paidAt: Date
  /** Refunded before, in kuruş. */
  refundedKurus: number
}

export type RefundOutcome =
  | { kind: 'refunded' }
  | { kind: 'refused'; message: string }
  /** The request surely never reached the provider. */
  | { kind: 'unsent'; reason: string }
  | UnknownRefund

/** The provider's knowledge of a refund that it was asked for before. */
export type RefundLookup =
  | { kind: 'refunded' }
  /** Its books are newer than the request and do not have it: only then may it be asked for again. */
  | { kind: 'none' }
  | UnknownRefund

/** `shownKurus` is what the provider's books show of it, where they could be read. */
type UnknownRefund = { kind: 'unknown'; reason: string; shownKurus?: number }

/** The price of installments with one family of cards. */
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

/** All that the provider took of one payment, and all that went back of it, whoever asked for that. */
export type PaymentBooks = { amountKurus: number; refundedKurus: number }

export type WebhookEvent = { reference: string; eventType: string; status: string; conversationId: string }

export type WebhookReading =
  /** `outcome` is what it proves by itself; other news only makes the shop ask. */
  | { kind: 'signed'; event: WebhookEvent; outcome?: PaymentOutcome }
  | { kind: 'unsigned'; event: WebhookEvent }
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
  /** Cards are typed on its own page alone: `charge` declines. */
  ownPageOnly?: true
  /**
   * Opens a page of the provider's where the shopper pays. Money moves there without a last call of ours, also after we
   * gave the payment up; `find` tells what became of it.
   */
  openPage?(request: HostedRequest): Promise<HostedPage>
  /** The sources that the page of a shopper's bank may load from and post to, as a content policy names them. */
  bankPageSources?: string
  /** Reads what a browser brought back from the bank; checks who signed it. */
  readReturn(conversationId: string, form: Record<string, string>): BankReturn
  /** Reads news that the provider sends by itself, where it sends any; `header` gives one of the request's headers. */
  readWebhook?(body: unknown, header: (name: string) => string | undefined): WebhookReading
  /** The text that it wants to hear when its news was taken; else the API's own answer. */
  webhookAnswer?: string
  /** Completes a payment whose shopper came back from her bank. No money moves before. */
  finishThreeDs(payment: {
    conversationId: string
    orderId: string
    amountKurus: number
    paymentId: string | null
    data: string | null
  }): Promise<PaymentOutcome>
  /** Looks a payment up, by its page where it has one; kind '3ds' while the shopper is still at her bank or on the page. */
  find(conversationId: string, pageReference?: string | null): Promise<PaymentOutcome>
  /** Gives money back. Without `findRefund` the same refundId again pays nothing more. */
  refund(request: RefundRequest): Promise<RefundOutcome>
  /** Looks up a refund last asked for at `sentAt`, where asking twice might pay twice. */
  findRefund?(request: RefundRequest & { sentAt: Date }): Promise<RefundLookup>
  /** Prices installments, for one card by its first digits or for every family; undefined when it cannot be told now. */
  listInstallments(priceKurus: number, bin?: string): Promise<InstallmentPlan[] | undefined>
  /** Every payment of a day in Istanbul, `2026-11-20`; undefined when the list cannot be had now. */
  listCharges(day: string): Promise<ListedCharge[] | undefined>
  /** The provider's books of one payment as they are now; undefined when they cannot be had. */
  findBooks(payment: { conversationId: string; paymentId: string }): Promise<PaymentBooks | undefined>
}
