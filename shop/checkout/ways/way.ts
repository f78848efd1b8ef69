import type { Ctx } from '../../ctx.ts'
import type { GiftShare } from '../../gift-cards/of-orders.ts'
import type { PaymentMethod } from '../../payment-method.ts'
import type { Attempt } from '../../payments/attempt-rows.ts'
import type { AttemptStatus } from '../../payments/schema.ts'
import type { Discount } from '../campaigns/discounted.ts'
import type { NewPayment } from '../contract.ts'
import type { PricedLine } from '../lines.ts'

/**
 * Money in kuruş: the lines sum up to `goodsKurus`, and with delivery and the fees to `totalKurus`. Of that `creditKurus` is paid
 * with store credit and gift cards, and `chargeKurus`, the rest, by the chosen way.
 */
export type Quote = {
  /** The discount by campaigns; the lines are at the prices after it. */
  discount?: Discount | undefined
  lines: PricedLine[]
  method: PaymentMethod
  goodsKurus: number
  /** Contained in the prices of the lines. */
  discountKurus: number
  deliveryKurus: number
  methodFeeKurus: number
  installments: number
  installmentFeeKurus: number
  totalKurus: number
  creditKurus: number
  /** The part of creditKurus that gift cards pay, and which. */
  giftKurus?: number
  gifts?: GiftShare[]
  /** And what of it older pieces pay, in an exchange. */
  exchangeKurus?: number
  chargeKurus: number
  /** Why the way cannot be taken for this purchase, in Turkish. */
  whyNot?: string | undefined
}

/** A purchase that is about to be made. Money in kuruş. `city`: the province that it goes to, if it is known. */
export type Purchase = {
  lines: PricedLine[]
  goodsKurus: number
  deliveryKurus: number
  city?: string | undefined
  /** Store credit, and what is on gift cards, that may be used for it. */
  spendableKurus: number
}

/** The fee of a way for a purchase, and, in Turkish, why it cannot be taken for this one. */
export type WayOffer = { feeKurus: number; why?: string }

/** How an attempt begins. `leaseUntil`: until when it belongs to whoever is busy with it, or may wait. */
export type Beginning = Pick<Attempt, 'provider' | 'status' | 'leaseUntil'> &
  Partial<Pick<Attempt, 'cardBin' | 'cardLast4'>>

/** An order that was just written, unseen yet, with its attempt. */
export type Started = { userId: string; attempt: Attempt; quote: Quote; input: NewPayment }

/** A finding about a way to pay: `text` for the owner in Turkish, `plain` for the operator of the server in English. */
export type WayFinding = { state: 'done' | 'todo' | 'advice'; text: string; plain: string }

export function todo(text: string, plain: string): WayFinding {
  return { state: 'todo', text, plain }
}

/** One way to pay. */
export type Way = {
  /** Undefined where the owner has not switched it on. */
  offer: (ctx: Ctx, purchase: Purchase) => Promise<WayOffer | undefined>
  begin: (ctx: Ctx, input: NewPayment) => Promise<Beginning>
  /** In the transaction that writes the order, as its last part. */
  written?: (ctx: Ctx, started: Started) => Promise<void>
  /** After that transaction: asks whoever takes the money. Returns the attempt as it then stands. */
  proceed?: (ctx: Ctx, started: Started) => Promise<Attempt>
  /** The shopper's answer while an attempt has this status. */
  waiting?: { status: AttemptStatus; tell: (ctx: Ctx, attempt: Attempt) => Promise<PaymentState> }
  /** Whether it could be paid so in a live shop. `find` says nothing of a way that is off. */
  checks?: { id: string; title: string; link: string; find: (ctx: Ctx) => Promise<WayFinding[]> }
}

/** How a payment stands, as the shopper hears it. The installment fee is part of the total. */
export type PaymentState = PaymentAmounts &
  (
    | { status: 'SUCCESS'; paymentId: string }
    | { status: '3DS_REQUIRED' | 'REDIRECT'; redirectUrl: string }
    | { status: 'CODE_REQUIRED'; sentTo: string; sentBy: 'EMAIL' | 'SMS'; codeUntil: Date }
    | { status: 'PENDING' }
    | { status: 'AWAITING_TRANSFER'; transfer: TransferDue }
    | { status: 'DECLINED'; message: string }
  )
/** A transfer that is due: how much, until when, to which accounts, and the reference that the bank's line must hold. */
export type TransferDue = {
  orderId: string
  reference: string
  /** The rest, once a part has come. */
  dueKurus: number
  /** The part that has come already. */
  receivedKurus: number
  deadline: Date
  accounts: { bank: string; holder: string; iban: string }[]
}

type PaymentAmounts = { orderId: string; totalKurus: number; installments: number; feeKurus: number }
