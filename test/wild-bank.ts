import type { ListedCharge, PaymentOutcome, PaymentProvider, RefundOutcome } from '#shop/payments/provider.ts'
import { minutes } from '#shop/time.ts'

/** What the bank does with one charge, whatever it then tells. */
export type ChargeMood =
  | 'charges'
  | 'charges, answer lost'
  | 'charges later'
  | 'never hears of it'
  | 'declines'
  | 'declines, answer lost'
  | 'asks the shopper'
  | 'asks the shopper, answer lost'
  | 'reviews'
  | 'tells a wrong amount'
export const chargeMoods: ChargeMood[] = [
  'charges',
  'charges, answer lost',
  'charges later',
  'never hears of it',
  'declines',
  'declines, answer lost',
  'asks the shopper',
  'asks the shopper, answer lost',
  'reviews',
  'tells a wrong amount',
]

type WildCharge = {
  paymentId: string
  conversationId: string
  orderId: string
  amountKurus: number
  status: 'CHARGED' | 'DECLINED' | 'AWAITING_3DS' | 'REVIEW' | 'LATE'
  shopperSaid?: 'yes' | 'no'
  tellsWrongAmount: boolean
  refunds: Map<string, number>
  timesCharged: number
}

class Lost extends Error {}

/** A bank in memory with moods: it may lose answers, charge late, doubt, contradict itself. Its books are the truth. */
export function wildBank() {
  const charges: WildCharge[] = []
  const mood = {
    charge: 'charges' as ChargeMood,
    queriesLost: 0,
    refund: 'pays' as 'pays' | 'pays, answer lost' | 'lost',
  }
  const decline = { kind: 'declined', code: 'DO_NOT_HONOUR', message: 'Bankanız işlemi onaylamadı.' } as const

  function book(charge: WildCharge) {
    charge.status = 'CHARGED'
    charge.timesCharged++
  }

  function outcomeOf(charge: WildCharge | undefined): PaymentOutcome {
    switch (charge?.status) {
      case undefined:
      case 'LATE':
        return { kind: 'none' }
      case 'DECLINED':
        return decline
      case 'AWAITING_3DS':
        return { kind: '3ds', paymentId: charge.paymentId, redirectUrl: `http://bank.test/${charge.paymentId}` }
      case 'REVIEW':
        return { kind: 'review', paymentId: charge.paymentId }
      case 'CHARGED': {
        const { paymentId, amountKurus, orderId } = charge
        return { kind: 'charged', paymentId, amountKurus: amountKurus - (charge.tellsWrongAmount ? 1 : 0), orderId }
      }
    }
  }

  const find = (conversationId: string) => charges.find((charge) => charge.conversationId === conversationId)

  const provider: PaymentProvider = {
    name: 'wild',
    memory: minutes(2),
    async charge({ conversationId, orderId, amountKurus }) {
      const is = mood.charge
      if (is === 'never hears of it') throw new Lost()
      const charge: WildCharge = {
        paymentId: `p${charges.length + 1}`,
        conversationId,
        orderId,
        amountKurus,
        status: 'DECLINED',
        tellsWrongAmount: is === 'tells a wrong amount',
        refunds: new Map(),
        timesCharged: 0,
      }
      charges.push(charge)
      if (is.startsWith('asks')) charge.status = 'AWAITING_3DS'
      else if (is === 'charges later') charge.status = 'LATE'
      else if (is === 'reviews') charge.status = 'REVIEW'
      else if (!is.startsWith('declines')) book(charge)
      if (is.endsWith('answer lost') || is === 'charges later') throw new Lost()
      return outcomeOf(charge)
    },
    readReturn: (_, form) =>
      form.forged ? { kind: 'unproven' } : form.said === 'no' ? { kind: 'failed' } : { kind: 'passed' },
    async finishThreeDs({ conversationId }) {
      const charge = find(conversationId)
      if (charge?.status === 'AWAITING_3DS' && charge.shopperSaid === 'yes') book(charge)
      if (mood.queriesLost > 0 && mood.queriesLost--) throw new Lost()
      return outcomeOf(charge)
    },
    async find(conversationId) {
      if (mood.queriesLost > 0 && mood.queriesLost--) throw new Lost()
      return outcomeOf(find(conversationId))
    },
    async refund({ refundId, conversationId, amountKurus }): Promise<RefundOutcome> {
      const charge = find(conversationId)
      if (mood.refund === 'lost' || charge?.status !== 'CHARGED') return { kind: 'unknown', reason: 'lost' }
      if (!charge.refunds.has(refundId)) charge.refunds.set(refundId, amountKurus)
      return mood.refund === 'pays' ? { kind: 'refunded' } : { kind: 'unknown', reason: 'lost' }
    },
    listInstallments: async () => [],
    listCharges: async (): Promise<ListedCharge[]> =>
      charges
        .filter((charge) => charge.status === 'CHARGED')
        .map(({ paymentId, conversationId, amountKurus, refunds }) => ({
          paymentId,
          conversationId,
          amountKurus,
          refundedKurus: [...refunds.values()].reduce((sum, kurus) => sum + kurus, 0),
        })),
  }
  return { provider, charges, mood, book }
}

export type WildBank = ReturnType<typeof wildBank>
