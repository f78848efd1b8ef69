import { type FormEvent, type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { checkCard } from '#shop/checkout/card.ts'
import { postalLines } from '#shop/fields/postal-address.ts'
import { formatKurus } from '#shop/money.ts'
import type { PaymentMethod } from '#shop/payment-method.ts'
import { useShop } from '../../frame/use-shop.ts'
import { SummaryLines, toPay } from '../cart/steps.tsx'
import type { CartLine } from '../cart/store.ts'
import { ContractConsent, DutyToPay, orderButton, useContracts } from './agreements.tsx'
import { AcceptedCards, DrawnCard } from './card.tsx'
import { CardFields, useCardFields } from './card-fields.tsx'
import { brandOf } from './card-format.ts'
import type { CompletedOrder } from './completed.tsx'
import { readDraft } from './draft.ts'
import { AskingTheBank, PaymentFailure } from './failure.tsx'
import { InstallmentChoice, useInstallments } from './installments-choice.tsx'
import type { WaitingInLineProps } from './line/waiting.tsx'
import { cardBody, orderBody } from './pay.ts'
import { usePayment } from './use-payment.ts'
import { WayChooser } from './ways/chooser.tsx'
import { NewPrices, useNewPrices } from './ways/new-prices.tsx'
import { SoldOut, useSoldOut } from './ways/sold-out.tsx'
import { type Quoted, useQuote } from './ways/use-quote.ts'
import { useWishes, wish } from './ways/wishes.ts'

type CheckoutPaymentProps = {
  lines: CartLine[]
  totalKurus: number
  /** Asks the server about the cart again. */
  recheck: () => Promise<void>
  onBusy: (busy: boolean) => void
  onBack: (step: 'cart' | 'info') => void
  onInfoProblems: (fields: Record<string, string>) => void
  onCompleted: (order: CompletedOrder) => void
}

const OrderCode = lazyOnline(async () => ({ default: (await import('./ways/code.tsx')).OrderCode }))

const WaitingInLine = lazyOnline<WaitingInLineProps>(() =>
  import('./line/waiting.tsx').then((m) => ({ default: m.WaitingInLine })),
)

const CouponField = lazyOnline(async () => ({ default: (await import('../cart/coupon/field.tsx')).CouponField }))
const CampaignLines = lazyOnline(async () => ({ default: (await import('../cart/coupon/lines.tsx')).CampaignLines }))

const CreditChoice = lazyOnline(async () => ({ default: (await import('./ways/credit.tsx')).CreditChoice }))

const GiftCardField = lazyOnline(async () => ({ default: (await import('./gift-cards/field.tsx')).GiftCardField }))
const GiftCardLine = lazyOnline(async () => ({ default: (await import('./gift-cards/lines.tsx')).GiftCardLine }))

/** How it is paid. Nothing of a card is kept anywhere. */
export function CheckoutPayment(props: CheckoutPaymentProps) {
  const { lines, onBack } = props
  const { shop } = useShop() ?? {}
  const soldOut = useSoldOut(props.recheck)
  const { fields, customer, way, quote, newPrices, payment, installments, contracts, submit } =
    useCheckoutPayment(props)
  if (payment.code) {
    return (
      <Suspense fallback={<Skeleton className="h-48" />}>
        <OrderCode {...payment.code} />
      </Suspense>
    )
  }
  if (payment.inLine) {
    const { leave, ...shown } = payment.inLine
    return (
      <Suspense fallback={<Skeleton className="h-48" />}>
        <WaitingInLine {...shown} lines={lines} onLeave={leave} onBack={() => onBack('cart')} />
      </Suspense>
    )
  }
  return (
    <form ref={fields.form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      {!payment.failure && <SoldOut sentences={soldOut} onBack={() => onBack('cart')} />}
      <NewPrices sentences={newPrices} />
      <DeliveryAddress customer={customer} onChange={payment.busy ? undefined : () => onBack('info')} />
      {quote.credit && (
        <Suspense>
          <CreditChoice
            balanceKurus={quote.credit.balanceKurus}
            used={quote.useCredit}
            disabled={payment.busy}
            onUse={quote.setCredit}
          />
        </Suspense>
      )}
      {quote.waiting ? (
        // The ways stand above the card's fields, which must not move under her finger.
        <Skeleton className="h-96" />
      ) : (
        <>
          <WayChooser quote={quote} chosen={way.method} disabled={payment.busy} onChoose={way.choose} />
          {way.method === 'CARD' && <ByCard fields={fields} installments={installments} disabled={payment.busy} />}
        </>
      )}
      {payment.failure && (
        <PaymentFailure
          failure={payment.failure}
          installments={installments.options.length}
          onBack={onBack}
          onForget={payment.forget}
        />
      )}
      {payment.asking && <AskingTheBank />}
      <ContractConsent contracts={contracts} disabled={payment.busy} />
      {shop?.campaigns === 'code' && (
        <Suspense>
          <CouponField code={quote.code} told={quote.coupon} disabled={payment.busy} />
        </Suspense>
      )}
      {shop?.giftCards && (
        <Suspense>
          <GiftCardField
            codes={quote.giftCards}
            told={quote.giftCardsTold}
            disabled={payment.busy}
            onChange={quote.setGiftCards}
          />
        </Suspense>
      )}
      <OrderTotal lines={lines} quote={quote} installments={installments}>
        <DutyToPay contracts={contracts} button={orderButton(way.method)} />
      </OrderTotal>
      <Button type="submit" disabled={payment.busy || quote.waiting} className="w-full">
        {payment.busy ? 'Ödeme İşleniyor...' : orderButton(way.method)}
      </Button>
      <Button
        look="quiet"
        size="small"
        disabled={payment.busy}
        onClick={() => onBack('info')}
        className="justify-self-center"
      >
        Adrese dön
      </Button>
    </form>
  )
}

type ByCardProps = { fields: Fields; installments: ReturnType<typeof useInstallments>; disabled: boolean }

function ByCard({ fields, installments, disabled }: ByCardProps) {
  const demo = useShop()?.shop.demo
  return (
    <>
      <DrawnCard values={fields.values} brand={brandOf(fields.values.cardNumber)} />
      <CardFields fields={fields} disabled={disabled} />
      <InstallmentChoice installments={installments} disabled={disabled} />
      <AcceptedCards />
      {demo && (
        <p className="bg-nar-soft px-3 py-2 text-sm">
          Demo mağaza: gerçek kart bilgisi girmeyin. Deneme kartı{' '}
          <span className="whitespace-nowrap tabular-nums">5528 7900 0000 0008</span>, ileri bir tarih ve herhangi bir
          CVV.
        </p>
      )}
    </>
  )
}

/** The chosen way with what it costs, the card's fields, its installments, the contracts they make, and the payment itself. */
function useCheckoutPayment(props: CheckoutPaymentProps) {
  const { lines, totalKurus, recheck, onBusy, onInfoProblems, onCompleted } = props
  const fields = useCardFields()
  const { values, accept } = fields
  const [customer] = useState(readDraft)
  const payment = usePayment({ lines, customer, recheck, onBusy, onInfoProblems, onCardProblems: accept, onCompleted })
  const wished = useWishes()
  const chosen = wished.method ?? 'CARD'
  const newPrices = useNewPrices()
  const quote = useQuote(lines, totalKurus, customer.city, chosen, wished, newPrices.take)
  const method = quote.byCredit ? 'STORE_CREDIT' : chosen
  const open = quote.methods.filter(({ available }) => available).map(({ method }) => method)
  const other = open.includes(method) ? undefined : open[0]
  useEffect(() => {
    if (other) wish({ method: other })
  }, [other])
  const installments = useInstallments(quote.totalKurus, method === 'CARD' ? values.cardNumber : '')
  useEffect(() => toPay.set(installments.totalKurus), [installments.totalKurus])
  useEffect(() => () => toPay.set(undefined), [])
  const wishes = {
    ...(quote.useCredit ? { useCredit: true } : {}),
    ...(quote.code ? { coupon: quote.code } : {}),
    ...(quote.giftCards.length > 0 ? { giftCards: quote.giftCards } : {}),
  }
  const { orderData: bare } = orderBody(lines, quote.totalKurus, customer)
  const orderData = { ...bare, ...wishes }
  // The contracts state the way, the installments and what they cost.
  const bin = values.cardNumber.replace(/ /g, '').slice(0, 8)
  const several = installments.count > 1 ? { paymentData: { installments: installments.count, bin } } : {}
  const contracts = useContracts({ orderData, paymentMethod: method, ...several })
  const repriced = payment.failure?.code === 'PRICE_CHANGED'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (repriced) quote.again()
  }, [repriced])
  const outdated = payment.failure?.code === 'CONTRACTS_NOT_ACCEPTED'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (outdated) contracts.again()
  }, [outdated])

  function chooseWay(method: PaymentMethod) {
    wish({ method })
    payment.otherWay()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (payment.busy) return
    const acceptedContracts = contracts.check()
    const byCard = method === 'CARD'
    if ((byCard && !accept(checkCard(values, new Date()))) || !acceptedContracts) return
    const { orderData } = orderBody(lines, installments.totalKurus, customer)
    payment.start({
      orderData: { ...orderData, ...wishes, acceptedContracts },
      paymentMethod: method,
      ...(byCard ? { paymentData: cardBody(values, installments.count) } : {}),
    })
  }

  const way = { method, choose: chooseWay }
  return { fields, customer, way, quote, newPrices: newPrices.sentences, payment, installments, contracts, submit }
}

type Fields = ReturnType<typeof useCheckoutPayment>['fields']

type OrderTotalProps = {
  lines: CartLine[]
  quote: Quoted
  installments: ReturnType<typeof useInstallments>
  children: ReactNode
}

/** The whole order right above the button that pays for it, as the law wants. */
function OrderTotal({ lines, quote, installments, children }: OrderTotalProps) {
  const { totalKurus, deliveryKurus, methodFeeKurus } = quote
  return (
    <section aria-label="Siparişiniz" className="grid gap-2 border-line border-t pt-4">
      <SummaryLines lines={lines} />
      {quote.campaigns && (
        <Suspense>
          <CampaignLines campaigns={quote.campaigns} />
        </Suspense>
      )}
      <div className="flex justify-between text-sm">
        <span>Kargo</span>
        <span className="tabular-nums">{deliveryKurus > 0 ? formatKurus(deliveryKurus) : 'Ücretsiz'}</span>
      </div>
      {methodFeeKurus > 0 && (
        <div className="flex justify-between text-sm">
          <span>Kapıda ödeme bedeli</span>
          <span className="tabular-nums">{formatKurus(methodFeeKurus)}</span>
        </div>
      )}
      {quote.giftCardsTold && (
        <Suspense>
          <GiftCardLine cards={quote.giftCardsTold} />
        </Suspense>
      )}
      {quote.useCredit && quote.credit && quote.credit.usedKurus > 0 && (
        <div className="flex justify-between text-sm">
          <span>Mağaza kredisi</span>
          <span className="tabular-nums">{formatKurus(-quote.credit.usedKurus)}</span>
        </div>
      )}
      {installments.totalKurus > totalKurus && (
        <div className="flex justify-between text-sm">
          <span>Taksit farkı ({installments.count} taksit)</span>
          <span className="tabular-nums">{formatKurus(installments.totalKurus - totalKurus)}</span>
        </div>
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-2">
        <span>Toplam (KDV dahil)</span>
        <span className="whitespace-nowrap font-medium text-xl tabular-nums">
          {formatKurus(installments.totalKurus)}
        </span>
      </div>
      {children}
    </section>
  )
}

type DeliveryAddressProps = { customer: ReturnType<typeof readDraft>; onChange: (() => void) | undefined }

function DeliveryAddress({ customer, onChange }: DeliveryAddressProps) {
  return (
    <div className="flex items-start justify-between gap-4 text-sm">
      <p className="wrap-anywhere min-w-0">
        <span className="font-medium">
          {customer.firstName} {customer.lastName}
        </span>
        <br />
        <span className="text-muted">{postalLines(customer).join(', ')}</span>
      </p>
      <button
        type="button"
        disabled={!onChange}
        onClick={onChange}
        className="-mr-2 min-h-11 shrink-0 px-2 underline decoration-line underline-offset-4 hover:decoration-ink"
      >
        Değiştir<span className="sr-only">: teslimat bilgileri</span>
      </button>
    </div>
  )
}
