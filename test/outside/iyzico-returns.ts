import { failure, kurusOf } from './iyzico-checks.ts'

export type Body = Record<string, unknown>

/** A refund or cancellation; `hidden` is the number of queries for which the report does not show it yet. */
type Return = { id: string; kurus: number; at: Date; hidden: number }

export type SimulatedPayment = {
  paymentId: string
  conversationId: string
  basketId: string
  price: number
  paidPrice: number
  currency: string
  installment: number
  status: 'SUCCESS' | 'FAILURE' | 'INIT_THREEDS' | 'CALLBACK_THREEDS'
  fraudStatus: number
  error?: [code: string, group: string]
  /** A call about it is running. */
  busy?: boolean
  callbackUrl?: string
  card: string
  items: { id: string; price: number }[]
  refunds: Return[]
  cancelledBy?: string
  cancel?: Return
  day: string
}

type State = {
  day: string
  refundSignature: 4 | 2 | 'wrong' | 'none'
  reportLag: number
  reportDelay: number
  clock: () => Date
}

/** The part of the simulator that refunds money and reports the refunds. */
export class IyzicoReturns {
  private readonly payments: Map<string, SimulatedPayment>
  private readonly state: State
  private readonly hmac: (text: string) => string

  constructor(payments: Map<string, SimulatedPayment>, state: State, hmac: (text: string) => string) {
    this.payments = payments
    this.state = state
    this.hmac = hmac
  }

  private entry(id: unknown, kurus: number): Return {
    return { id: String(id), kurus, at: this.state.clock(), hidden: this.state.reportLag }
  }

  /** The report catches up with each query, and with time. */
  private isShown(entry: Return): boolean {
    const isOld = entry.at.getTime() + this.state.reportDelay <= this.state.clock().getTime()
    return isOld && entry.hidden-- <= 0
  }

  /** Signs an answer as the official Java client checks it, or as the Node sample does. */
  private signed(body: Record<'paymentId' | 'conversationId' | 'currency', string> & { price: number }): Body {
    const { paymentId, price, currency, conversationId } = body
    switch (this.state.refundSignature) {
      case 'none':
        return body
      case 'wrong':
        return { ...body, signature: '0'.repeat(64) }
      case 2:
        return { ...body, signature: this.hmac(`${paymentId}:${conversationId}`) }
      case 4:
        return { ...body, signature: this.hmac(`${paymentId}:${price}:${currency}:${conversationId}`) }
    }
  }

  cancel(body: Body, other: boolean): Body {
    const payment = this.payments.get(String(body.paymentId))
    if (payment?.status !== 'SUCCESS') return failure('5087', '', 'Üye işyerine ait ödeme kaydı bulunamadı')
    if (payment.card.endsWith('0009')) return failure('10210', 'CANCEL_NOT_POSSIBLE', 'İptal edilemez')
    if (payment.day !== this.state.day) return failure('5092', '', 'Gün sonu alınmış, iptal edilemez')
    if (payment.cancelledBy || payment.refunds.length > 0) return failure('5093', '', 'Ödeme daha önce iade edilmiş')
    const kurus = payment.paidPrice - (other ? 100 : 0)
    payment.cancelledBy = String(body.conversationId)
    payment.cancel = this.entry(body.conversationId, kurus)
    const { paymentId } = payment
    // Cancellations are not signed.
    return { status: 'success', paymentId, conversationId: body.conversationId, price: kurus / 100, currency: 'TRY' }
  }

  refund(body: Body, other: boolean): Body {
    const payment = this.payments.get(String(body.paymentId))
    if (payment?.status !== 'SUCCESS') return failure('5087', '', 'Üye işyerine ait ödeme kaydı bulunamadı')
    if (payment.card.endsWith('0009')) return failure('10211', 'REFUND_NOT_POSSIBLE', 'İade edilemez')
    const kurus = kurusOf(body.price) - (other ? 100 : 0)
    if (givenBack(payment) + kurus > payment.paidPrice) return failure('5093', '', 'Tutar kalandan büyük')
    payment.refunds.push(this.entry(body.conversationId, kurus))
    const conversationId = String(body.conversationId)
    const answer = this.signed({ paymentId: payment.paymentId, conversationId, price: kurus / 100, currency: 'TRY' })
    return { status: 'success', retryable: false, ...answer }
  }

  transactions(query: URLSearchParams): Body {
    const all = [...this.payments.values()].filter(
      (p) => p.status === 'SUCCESS' && p.day === query.get('transactionDate'),
    )
    const rows = all.flatMap((p) => [
      ...p.items.map((item, index) => ({
        transactionType: 'PAYMENT',
        paymentId: Number(p.paymentId),
        conversationId: p.conversationId,
        price: item.price / 100,
        // The fee of installments comes with the first item.
        paidPrice: (item.price + (index === 0 ? p.paidPrice - p.price : 0)) / 100,
        transactionStatus: p.fraudStatus === -1 ? -1 : 2,
      })),
      ...(p.cancelledBy
        ? [{ transactionType: 'CANCEL', paymentId: Number(p.paymentId), price: p.paidPrice / 100 }]
        : []),
      ...p.refunds.map((r) => ({ transactionType: 'REFUND', paymentId: Number(p.paymentId), price: r.kurus / 100 })),
    ])
    const page = Number(query.get('page'))
    if (rows.length === 0) return { status: 'success', transactions: [] }
    const transactions = rows.slice((page - 1) * 3, page * 3)
    return { status: 'success', transactions, currentPage: page, totalPageCount: Math.ceil(rows.length / 3) }
  }

  report(conversationId: string): Body {
    const found = [...this.payments.values()].filter((p) => p.conversationId === conversationId)
    const shown = ({ kurus, at }: Return) => ({
      refundPrice: kurus / 100,
      refundStatus: 1,
      createdDate: `${at.toISOString().slice(0, 19)}Z`,
    })
    return {
      status: 'success',
      payments: found.map((p) => ({
        paymentId: Number(p.paymentId),
        paidPrice: p.paidPrice / 100,
        cancels: p.cancel && this.isShown(p.cancel) ? [{ cancelConversationId: p.cancel.id, ...shown(p.cancel) }] : [],
        itemTransactions: [
          {
            refunds: p.refunds
              .filter((entry) => this.isShown(entry))
              .map((r) => ({ refundConversationId: r.id, ...shown(r) })),
          },
        ],
      })),
    }
  }
}

/** Returns the refunded amount of a payment, in kuruş. */
export function givenBack(payment: SimulatedPayment): number {
  return (payment.cancel?.kurus ?? 0) + payment.refunds.reduce((sum, refund) => sum + refund.kurus, 0)
}
