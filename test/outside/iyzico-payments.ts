import { cards, failingCards } from './iyzico-cards.ts'
import { failure, kurusOf, refusalOf } from './iyzico-checks.ts'
import type { Mischief } from './iyzico-mischief.ts'
import type { Body, SimulatedPayment } from './iyzico-returns.ts'

type Hmac = (text: string) => string

/** The part of the simulator that takes payments. */
export class IyzicoPayments {
  private readonly payments: Map<string, SimulatedPayment>
  private readonly state: { day: string; installmentFee: number }
  private readonly hmac: Hmac
  private serial = 22_484_000

  constructor(payments: Map<string, SimulatedPayment>, state: { day: string; installmentFee: number }, hmac: Hmac) {
    this.payments = payments
    this.state = state
    this.hmac = hmac
  }

  begin(body: Body, status: SimulatedPayment['status']): SimulatedPayment | Body {
    const wrong = refusalOf(body)
    if (wrong) return wrong
    const card = (body.paymentCard as { cardNumber: string }).cardNumber
    const items = body.basketItems as { id: string; price: string }[]
    const payment: SimulatedPayment = {
      paymentId: String(++this.serial),
      conversationId: String(body.conversationId),
      basketId: String(body.basketId),
      price: kurusOf(body.price),
      paidPrice: kurusOf(body.paidPrice),
      currency: String(body.currency),
      installment: Number(body.installment),
      status,
      fraudStatus: 1,
      callbackUrl: body.callbackUrl as string | undefined,
      card: `${card.slice(0, 6)}…${card.slice(-4)}`,
      items: items.map((item) => ({ id: item.id, price: kurusOf(item.price) })),
      refunds: [],
      day: this.state.day,
    }
    const error = failingCards[card]
    if (error) Object.assign(payment, { error, status: 'FAILURE' })
    this.payments.set(payment.paymentId, payment)
    return payment
  }

  pay(body: Body, spoil: Mischief | undefined): Body {
    const payment = this.begin(body, 'SUCCESS')
    if (!isPayment(payment)) return payment
    const card = String((body.paymentCard as Body).cardNumber)
    if (card === cards.masterDebit) {
      payment.status = 'FAILURE'
      payment.error = ['10217', 'DEBIT_CARDS_REQUIRES_3DS']
    }
    return this.outcome(payment, spoil)
  }

  initialize(body: Body): Body {
    const payment = this.begin(body, 'INIT_THREEDS')
    if (!isPayment(payment)) return payment
    if (String((body.paymentCard as Body).cardNumber) === cards.threeDsInitFails) {
      payment.status = 'FAILURE'
      payment.error = ['10220', 'DECLINED']
    }
    if (payment.error) return failure(...payment.error, 'Hata', payment)
    const html = `<!doctype html><form id="bank" method="post" action="http://bank.test/acs"><input name="PaReq" value="${payment.paymentId}"></form><script>document.getElementById('bank').submit()</script>`
    return {
      status: 'success',
      locale: 'tr',
      paymentId: payment.paymentId,
      conversationId: payment.conversationId,
      threeDSHtmlContent: Buffer.from(html).toString('base64'),
      signature: this.hmac(`${payment.paymentId}:${payment.conversationId}`),
    }
  }

  finish(body: Body, spoil: Mischief | undefined): Body {
    const payment = this.payments.get(String(body.paymentId))
    if (!payment) return failure('5087', '', 'Üye işyerine ait ödeme kaydı bulunamadı')
    const fits =
      kurusOf(body.paidPrice) === payment.paidPrice && body.basketId === payment.basketId && body.currency === 'TRY'
    if (!fits) return failure('5130', '', 'Ödeme bilgileri uyuşmuyor')
    if (payment.busy || payment.status !== 'CALLBACK_THREEDS') return failure('5088', '', 'Ödeme 3D için uygun değil')
    payment.status = 'SUCCESS'
    return this.outcome(payment, spoil)
  }

  detail(body: Body, spoil: Mischief | undefined): Body {
    const payment = [...this.payments.values()].find((p) => p.conversationId === body.paymentConversationId)
    if (!payment) return failure('5087', '', 'Üye işyerine ait ödeme kaydı bulunamadı')
    return this.outcome(payment, spoil)
  }

  outcome(payment: SimulatedPayment, spoil: Mischief | undefined): Body {
    if (payment.error && payment.status === 'FAILURE') return failure(...payment.error, 'Hata', payment)
    if (spoil === 'fraud review') payment.fraudStatus = 0
    if (spoil === 'fraud rejected') payment.fraudStatus = -1
    const body = {
      paymentId: payment.paymentId,
      currency: spoil === 'other currency' ? 'USD' : payment.currency,
      basketId: spoil === 'other basket' ? 'another-basket' : payment.basketId,
      conversationId: spoil === 'other conversation' ? 'another' : payment.conversationId,
      paidPrice: (spoil === 'other amount' ? payment.paidPrice - 100 : payment.paidPrice) / 100,
      price: payment.price / 100,
    }
    return {
      status: 'success',
      locale: 'tr',
      systemTime: 1_700_000_000_000,
      ...body,
      installment: payment.installment,
      fraudStatus: payment.fraudStatus,
      paymentStatus: payment.status,
      phase: 'AUTH',
      binNumber: payment.card.slice(0, 6),
      lastFourDigits: payment.card.slice(-4),
      itemTransactions: payment.items.map((item) => ({ itemId: item.id, paymentTransactionId: `${++this.serial}` })),
      signature: this.hmac(Object.values(body).join(':')),
    }
  }

  installments(body: Body): Body {
    const price = kurusOf(body.price)
    const bin = body.binNumber === undefined ? undefined : String(body.binNumber)
    const family = { cardFamilyName: 'Bonus', bankName: 'Garanti Bankası', cardType: 'CREDIT_CARD', force3ds: 0 }
    if (bin?.startsWith('5890')) Object.assign(family, { cardFamilyName: '', cardType: 'DEBIT_CARD', force3ds: 1 })
    if (bin?.startsWith('413111')) Object.assign(family, { force3ds: 1 })
    const counts = family.cardType === 'DEBIT_CARD' ? [1] : [1, 2, 3, 6, 9]
    const installmentPrices = counts.map((count) => {
      const total = count === 1 ? price : Math.round(price * (1 + this.state.installmentFee * count))
      return { installmentNumber: count, totalPrice: total / 100, installmentPrice: Math.round(total / count) / 100 }
    })
    return {
      status: 'success',
      installmentDetails: [{ binNumber: bin, price: price / 100, ...family, installmentPrices }],
    }
  }
}

function isPayment(value: SimulatedPayment | Body): value is SimulatedPayment {
  return 'paidPrice' in value && 'fraudStatus' in value
}
