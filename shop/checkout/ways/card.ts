import { addressOf, type Ctx } from '../../ctx.ts'
import { apportion } from '../../money.ts'
import type { Card, ChargeRequest, HostedRequest, PaymentOutcome } from '../../payment-provider.ts'
import { askProvider } from '../../payments/ask.ts'
import type { Attempt } from '../../payments/attempt-rows.ts'
import { findCardEntry } from '../../payments/installments.ts'
import { providerForNew, providerOf } from '../../payments/providers.ts'
import { after } from '../../time.ts'
import { toCardName } from '../../turkish.ts'
import { attemptLease, settleAttempt } from '../attempts.ts'
import type { CardData } from '../contract.ts'
import { shownPart } from '../payment-limits.ts'
import type { Quote, Started, Way } from './way.ts'

/** A card that is typed in the shop: the usual way. */
export const byCard: Way = {
  offer: async (ctx) => {
    if (providerForNew(ctx).ownPageOnly || (await findCardEntry(ctx)) === 'page')
      return { feeKurus: 0, why: onPageOnly }
    return { feeKurus: 0 }
  },
  begin: async (ctx, { paymentData }) => ({
    provider: providerForNew(ctx).name,
    status: 'STARTED',
    leaseUntil: after(ctx.clock(), attemptLease),
    ...shownPart(paymentData?.cardNumber ?? ''),
  }),
  proceed: charge,
}

const onPageOnly = 'Kart bilgileri bu mağazada değil, ödeme kuruluşunun güvenli sayfasında girilir.'

async function charge(ctx: Ctx, started: Started): Promise<Attempt> {
  const { attempt, input } = started
  if (!input.paymentData) throw new Error('a card payment without a card')
  const { installments } = attempt
  const callbackUrl = `${ctx.config.publicUrl}/api/v1/payments/3ds-callback?conversationId=${attempt.conversationId}${attempt.linkOf ? '&link=1' : ''}`
  const request = { ...purchaseOf(ctx, started), installments, callbackUrl, card: cardOf(input.paymentData) }
  let outcome = await askProvider(providerOf(ctx, attempt).charge(request))
  let cause = 'answer of the provider'
  if (outcome.kind === 'unknown') {
    outcome = await lookUp(ctx, attempt)
    cause = 'looked up after no answer'
  }
  ctx.atStep?.('provider-asked')
  return settleAttempt(ctx, attempt.id, outcome, cause)
}

/** After a time-out: what the provider knows. 'Nothing' so soon may only mean that the charge is still on its way. */
async function lookUp(ctx: Ctx, attempt: Attempt): Promise<PaymentOutcome> {
  const outcome = await askProvider(providerOf(ctx, attempt).find(attempt.conversationId))
  return outcome.kind === 'none' ? { kind: 'unknown', reason: 'not there yet' } : outcome
}

/**
 * The basket that a provider lists: it sums up to the charge without the fee for installments. Store credit and gift cards lower
 * all its items in proportion.
 */
function chargedItems({
  lines,
  deliveryKurus,
  methodFeeKurus,
  chargeKurus,
  installmentFeeKurus,
}: Quote): ChargeRequest['items'] {
  const others = [
    { id: 'delivery', name: 'Kargo', category: 'Kargo', amountKurus: deliveryKurus },
    { id: 'method-fee', name: 'Ödeme yöntemi bedeli', category: 'Hizmet', amountKurus: methodFeeKurus },
  ]
  const goods = lines.map((line) => ({
    id: line.item.variantId,
    name: line.item.productName,
    category: line.categoryName,
    amountKurus: line.unitPriceKurus * line.quantity,
  }))
  const all = [...goods, ...others]
  const shares = apportion(
    chargeKurus - installmentFeeKurus,
    all.map(({ amountKurus }) => amountKurus),
  )
  return all
    .map((item, index) => ({ ...item, amountKurus: shares[index] ?? 0 }))
    .filter(({ amountKurus }) => amountKurus > 0)
}

/** The part of a provider's request that is the same wherever the card is typed: in the shop, or on the provider's page. */
export function purchaseOf(
  ctx: Ctx,
  { userId, attempt, quote, input }: Started,
): Omit<HostedRequest, 'installments' | 'minutesOpen' | 'callbackUrl'> {
  const { customerInfo } = input.orderData
  return {
    conversationId: attempt.conversationId,
    orderId: attempt.orderId,
    amountKurus: attempt.amountKurus,
    buyer: { ...customerInfo, id: userId, ip: addressOf(ctx) },
    items: chargedItems(quote),
  }
}

function cardOf(data: CardData): Card {
  return {
    holderName: toCardName(data.cardHolderName),
    number: data.cardNumber.replace(/ /g, ''),
    expireMonth: data.expiryDate.slice(0, 2),
    expireYear: `20${data.expiryDate.slice(3)}`,
    cvc: data.cvv,
  }
}
