import type {
  ListedCharge,
  PaymentBooks,
  PaymentOutcome,
  PaymentProvider,
  RefundOutcome,
} from '#shop/payment-provider.ts'
import { minutes } from '#shop/time.ts'

/** How the bank misbehaves with one charge. */
export const chargeMoods = [
  'charges',
  'charges, answer lost',
  'charges later',
  'charges, and never tells',
  'never hears of it',
  'declines',
  'declines, answer lost',
  'asks the shopper',
  'asks the shopper, answer lost',
  'reviews',
  'tells a wrong amount',
  'names another order',
  'takes too much',
  'takes too much later',
  'takes too much, tells ours',
  'takes too little',
  'takes twice',
] as const
export type ChargeMood = (typeof chargeMoods)[number]

/** And with every refund. */
export const refundMoods = ['pays', 'pays, answer lost', 'lost', 'refused'] as const

type WildCharge = {
  /** The provider that took it. */
  at: string
  paymentId: string
  conversationId: string
  orderId: string
  /** The amount that the shop asked for. */
  askedKurus: number
  /** The amount that the bank took from the card. */
  amountKurus: number
  /** The amount that it reports. */
  statedKurus: number
  status: 'CHARGED' | 'DECLINED' | 'AWAITING_3DS' | 'REVIEW' | 'LATE'
  shopperSaid?: 'yes' | 'no'
  /** The card is typed on the bank's own page: money moves there whenever the shopper likes. */
  onPage?: true
  namesAnotherOrder: boolean
  /** Shown only in the bank's books, never when asked for the payment. */
  silent: boolean
  refunds: Map<string, number>
  timesCharged: number
}

class Lost extends Error {}

const decline = { kind: 'declined', code: 'DO_NOT_HONOUR', message: 'Bankanız işlemi onaylamadı.' } as const

/**
 * A bank in memory that misbehaves: it may lose answers, charge late, twice or too much, doubt, contradict itself. Its books
 * are the truth. It refunds any amount: only the shop keeps refunds within the payment.
 */
export function wildBank() {
  const charges: WildCharge[] = []
  const mood = aMood()
  const providers = [providerOf('wild', charges, mood), providerOf('wilder', charges, mood)] as const
  return { provider: providers[0], providers, charges, mood, book }
}

type Mood = ReturnType<typeof aMood>

function aMood() {
  return {
    charge: 'charges' as ChargeMood,
    queriesLost: 0,
    refund: 'pays' as (typeof refundMoods)[number],
  }
}

function book(charge: WildCharge) {
  charge.status = 'CHARGED'
  charge.timesCharged++
}

type Asked = { at: string; conversationId: string; orderId: string; asked: number }

function begin(charges: WildCharge[], mood: Mood, { at, conversationId, orderId, asked }: Asked): WildCharge {
  const is = mood.charge
  const amountKurus = is.startsWith('takes too much') ? 2 * asked : is === 'takes too little' ? asked - 100 : asked
  const charge: WildCharge = {
    at,
    paymentId: `p${charges.length + 1}-${conversationId}`,
    conversationId,
    orderId,
    askedKurus: asked,
    amountKurus,
    statedKurus: is === 'takes too much, tells ours' ? asked : amountKurus - (is === 'tells a wrong amount' ? 1 : 0),
    status: 'DECLINED',
    namesAnotherOrder: is === 'names another order',
    silent: is === 'charges, and never tells',
    refunds: new Map(),
    timesCharged: 0,
  }
  charges.push(charge)
  if (is.startsWith('asks')) charge.status = 'AWAITING_3DS'
  else if (is.endsWith('later')) charge.status = 'LATE'
  else if (is === 'reviews') charge.status = 'REVIEW'
  else if (!is.startsWith('declines')) book(charge)
  return charge
}

function outcomeOf(charge: WildCharge | undefined): PaymentOutcome {
  if (charge?.silent) return { kind: 'none' }
  switch (charge?.status) {
    case undefined:
    case 'LATE':
      return { kind: 'none' }
    case 'DECLINED':
      return decline
    case 'AWAITING_3DS':
      if (charge.onPage) return { kind: '3ds', paymentId: charge.paymentId }
      return { kind: '3ds', paymentId: charge.paymentId, redirectUrl: `http://bank.test/${charge.paymentId}` }
    case 'REVIEW':
      return { kind: 'review', paymentId: charge.paymentId }
    case 'CHARGED': {
      const { paymentId, statedKurus: amountKurus } = charge
      return {
        kind: 'charged',
        paymentId,
        amountKurus,
        orderId: charge.namesAnotherOrder ? 'another' : charge.orderId,
      }
    }
  }
}

function providerOf(name: string, charges: WildCharge[], mood: Mood): PaymentProvider {
  const own = () => charges.filter(({ at }) => at === name)
  const find = (conversationId: string) => own().find((charge) => charge.conversationId === conversationId)
  const isLost = () => mood.queriesLost > 0 && mood.queriesLost-- > 0

  return {
    name,
    memory: minutes(2),
    async charge({ conversationId, orderId, amountKurus }) {
      const is = mood.charge
      if (is === 'never hears of it') throw new Lost()
      const charge = begin(charges, mood, { at: name, conversationId, orderId, asked: amountKurus })
      if (is === 'takes twice') begin(charges, mood, { at: name, conversationId, orderId, asked: amountKurus })
      if (charge.silent || is.endsWith('answer lost') || is.endsWith('later')) throw new Lost()
      return outcomeOf(charge)
    },
    async openPage({ conversationId, orderId, amountKurus }) {
      const is = mood.charge
      if (is === 'never hears of it') throw new Lost()
      const charge = begin(charges, mood, { at: name, conversationId, orderId, asked: amountKurus })
      Object.assign(charge, { status: 'AWAITING_3DS', timesCharged: 0, onPage: true })
      if (charge.silent || is.endsWith('answer lost')) throw new Lost()
      return { kind: 'page', redirectUrl: `http://bank.test/${charge.paymentId}`, reference: charge.paymentId }
    },
    readReturn: (_, form) =>
      form.forged ? { kind: 'unproven' } : form.said === 'no' ? { kind: 'failed' } : { kind: 'passed' },
    async finishThreeDs({ conversationId }) {
      const charge = find(conversationId)
      if (charge?.status === 'AWAITING_3DS' && charge.shopperSaid === 'yes') book(charge)
      if (isLost()) throw new Lost()
      return outcomeOf(charge)
    },
    async find(conversationId) {
      if (isLost()) throw new Lost()
      return outcomeOf(find(conversationId))
    },
    async refund({ refundId, paymentId, amountKurus }): Promise<RefundOutcome> {
      const charge = own().find((charge) => charge.paymentId === paymentId)
      if (mood.refund === 'lost' || charge?.status !== 'CHARGED') return { kind: 'unknown', reason: 'lost' }
      if (mood.refund === 'refused' && !charge.refunds.has(refundId))
        return { kind: 'refused', message: 'Kart kapalı.' }
      if (!charge.refunds.has(refundId)) charge.refunds.set(refundId, amountKurus)
      return mood.refund === 'pays, answer lost' ? { kind: 'unknown', reason: 'lost' } : { kind: 'refunded' }
    },
    async findBooks({ paymentId }): Promise<PaymentBooks | undefined> {
      if (isLost()) return undefined
      const charge = own().find((charge) => charge.paymentId === paymentId && charge.status === 'CHARGED')
      return charge && { amountKurus: charge.amountKurus, refundedKurus: backOf(charge) }
    },
    listInstallments: async () => [],
    listCharges: async (): Promise<ListedCharge[]> =>
      own()
        .filter((charge) => charge.status === 'CHARGED')
        .map((charge) => ({ ...charge, refundedKurus: backOf(charge) })),
  }
}

/** Returns the refunded amount of a charge, by the bank's books. */
export function backOf({ refunds }: Pick<WildCharge, 'refunds'>): number {
  return [...refunds.values()].reduce((sum, kurus) => sum + kurus, 0)
}

export type WildBank = ReturnType<typeof wildBank>
