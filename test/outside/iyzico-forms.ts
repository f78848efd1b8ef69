import { failure, refusalOf } from './iyzico-checks.ts'
import type { Mischief } from './iyzico-mischief.ts'
import type { IyzicoPayments } from './iyzico-payments.ts'
import type { Body, SimulatedPayment } from './iyzico-returns.ts'

/** A checkout form that was opened, with the payments that were tried on it. */
type Form = { token: string; body: Body; payments: SimulatedPayment[] }

/**
 * The part of the simulator that serves iyzico's own payment page. Its answer about a page on which nothing was paid yet is not
 * documented: tests try both ways.
 */
export class IyzicoForms {
  readonly forms = new Map<string, Form>()
  baseUrl = ''
  unpaid: 'not found' | 'open' = 'not found'
  private readonly taking: IyzicoPayments
  private readonly hmac: (text: string) => string
  private serial = 0

  constructor(taking: IyzicoPayments, hmac: (text: string) => string) {
    this.taking = taking
    this.hmac = hmac
  }

  initialize(body: Body, spoil: Mischief | undefined): Body {
    const wrong = refusalOf({ ...body, paymentCard: { cardHolderName: 'AYSE YILMAZ' } })
    if (wrong) return wrong
    if (!/^https?:/.test(String(body.callbackUrl))) return failure('5017', '', 'callbackUrl gönderilmesi zorunludur')
    const counts = body.enabledInstallments as number[]
    if (!Array.isArray(counts) || counts.some((count) => ![1, 2, 3, 6, 9, 12].includes(count)))
      return failure('5016', '', 'enabledInstallments')
    const token = `00000000-0000-4000-8000-${String(++this.serial).padStart(12, '0')}`
    this.forms.set(token, { token, body, payments: [] })
    const conversationId = spoil === 'other conversation' ? 'another' : String(body.conversationId)
    return {
      status: 'success',
      locale: 'tr',
      conversationId,
      token,
      checkoutFormContent: '<script></script>',
      tokenExpireTime: 1800,
      paymentPageUrl: `${this.baseUrl}/page?token=${token}&lang=tr`,
      signature: this.hmac(`${conversationId}:${token}`),
    }
  }

  /** The shopper types a card on the page; returns what her browser then posts to the shop. `again`: although it is paid. */
  pay(url: string, card: string, again = false): { token: string } {
    const form = this.formAt(url)
    if (form.payments.some(({ status }) => status === 'SUCCESS') && !again) throw new Error('the page is paid')
    const paymentCard = { cardHolderName: 'AYSE YILMAZ', cardNumber: card }
    const payment = this.taking.begin({ ...form.body, installment: 1, paymentCard }, 'SUCCESS')
    if (!('paymentId' in payment) || !('refunds' in payment)) throw new Error('iyzico refused its own form')
    form.payments.push(payment as SimulatedPayment)
    return { token: form.token }
  }

  formAt(url: string): Form {
    const form = this.forms.get(new URL(url).searchParams.get('token') ?? '')
    if (!form) throw new Error(`no page at ${url}`)
    return form
  }

  detail(body: Body, spoil: Mischief | undefined): Body {
    const form = this.forms.get(String(body.token))
    if (!form) return failure('5085', '', 'Token bulunamadı')
    const payment = form.payments.find(({ status }) => status === 'SUCCESS') ?? form.payments.at(-1)
    if (!payment) {
      if (this.unpaid === 'not found') return failure('5087', '', 'Üye işyerine ait ödeme kaydı bulunamadı')
      return { status: 'success', locale: 'tr', token: form.token, conversationId: body.conversationId }
    }
    const { token } = form
    if (payment.status === 'FAILURE')
      return {
        status: 'success',
        token,
        paymentStatus: 'FAILURE',
        paymentId: payment.paymentId,
        errorGroup: payment.error?.[1],
      }
    const { signature: _, ...told } = this.taking.outcome(payment, spoil)
    const { paymentStatus, paymentId, currency, basketId, conversationId, paidPrice, price } = told
    const fields = [paymentStatus, paymentId, currency, basketId, conversationId, paidPrice, price, token]
    return { ...told, token, signature: this.hmac(fields.join(':')) }
  }

  /** Body and header of a webhook about a page: another form than of other payments. */
  webhook(url: string, reference = 'ref-page') {
    const { token, body, payments } = this.formAt(url)
    const payment = payments.at(-1)
    const status = payment?.status === 'SUCCESS' ? 'SUCCESS' : 'FAILURE'
    const [iyziEventType, iyziPaymentId] = ['CHECKOUT_FORM_AUTH', Number(payment?.paymentId ?? 0)]
    const conversationId = String(body.conversationId)
    return {
      body: {
        paymentConversationId: conversationId,
        merchantId: 3404,
        token,
        status,
        iyziReferenceCode: reference,
        iyziEventType,
        iyziEventTime: 1_700_000_000_000,
        iyziPaymentId,
      },
      signedText: `${iyziEventType}${iyziPaymentId}${token}${conversationId}${status}`,
    }
  }
}
