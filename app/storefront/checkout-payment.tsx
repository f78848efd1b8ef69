import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { checkCard } from '#shop/checkout/card.ts'
import { formatKurus } from '#shop/money.ts'
import { SummaryLines } from './cart-steps.tsx'
import type { CartLine } from './cart-store.ts'
import { AcceptedCards, DrawnCard } from './checkout-card.tsx'
import { useKeptCaret } from './checkout-caret.ts'
import { brandOf, formatCardNumber, formatCvv, formatExpiry, formatHolder } from './checkout-checks.ts'
import type { CompletedOrder } from './checkout-completed.tsx'
import { ContractConsent, DutyToPay, useContracts } from './checkout-contracts.tsx'
import { readDraft } from './checkout-draft.ts'
import { PaymentFailure } from './checkout-failure.tsx'
import { paymentBody } from './checkout-pay.ts'
import { usePayment } from './checkout-use-payment.ts'
import { InstalmentChoice, useInstalments } from './instalments-choice.tsx'
import { useShop } from './use-shop.ts'

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

const blankCard = { cardHolderName: '', cardNumber: '', expiryDate: '', cvv: '' }

/** The card. Nothing of it is kept anywhere. */
export function CheckoutPayment({
  lines,
  totalKurus,
  recheck,
  onBusy,
  onBack,
  onInfoProblems,
  onCompleted,
}: CheckoutPaymentProps) {
  const { values, field, form, accept, set } = useFields(blankCard, {
    cardHolderName: formatHolder,
    cardNumber: formatCardNumber,
    expiryDate: formatExpiry,
    cvv: formatCvv,
  })
  const [customer] = useState(readDraft)
  const demo = useShop()?.shop.demo
  const payment = usePayment({ customer, recheck, onBusy, onInfoProblems, onCardProblems: accept, onCompleted })
  const instalments = useInstalments(totalKurus, values.cardNumber)
  const { orderData } = paymentBody(lines, totalKurus, customer, blankCard)
  // The contracts state the instalments and what they cost.
  const bin = values.cardNumber.replace(/ /g, '').slice(0, 8)
  const several = instalments.count > 1 ? { paymentData: { installments: instalments.count, bin } } : {}
  const contracts = useContracts({ orderData, ...several })
  const outdated = payment.failure?.code === 'CONTRACTS_NOT_ACCEPTED'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (outdated) contracts.again()
  }, [outdated])
  const brand = brandOf(values.cardNumber)
  const number = useKeptCaret(values.cardNumber, (text) => set('cardNumber', text))
  const expiry = useKeptCaret(values.expiryDate, (text) => set('expiryDate', text))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (payment.busy) return
    const acceptedContracts = contracts.check()
    if (!accept(checkCard(values, new Date())) || !acceptedContracts) return
    const body = paymentBody(lines, instalments.totalKurus, customer, values)
    const paymentData = { ...body.paymentData, installments: String(instalments.count) }
    payment.start({ ...body, paymentData, orderData: { ...body.orderData, acceptedContracts } })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <DeliveryAddress customer={customer} onChange={payment.busy ? undefined : () => onBack('info')} />
      <DrawnCard values={values} brand={brand} />
      <fieldset disabled={payment.busy} className="grid gap-4">
        <legend className="sr-only">Kart bilgileri</legend>
        <Field
          label="Kart numarası"
          autoComplete="cc-number"
          inputMode="numeric"
          maxLength={19}
          required
          {...field('cardNumber')}
          {...number}
        />
        <Field
          label="Kart üzerindeki ad soyad"
          autoComplete="cc-name"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={45}
          required
          {...field('cardHolderName')}
        />
        <div className="grid grid-cols-2 items-start gap-4">
          <Field
            label="Son kullanma (AA/YY)"
            autoComplete="cc-exp"
            inputMode="numeric"
            maxLength={5}
            required
            {...field('expiryDate')}
            {...expiry}
          />
          <Field
            label="CVV"
            autoComplete="cc-csc"
            inputMode="numeric"
            maxLength={4}
            required
            hint={brand === 'amex' ? 'Ön yüzdeki 4 rakam' : 'Arka yüzdeki 3 rakam'}
            {...field('cvv')}
          />
        </div>
      </fieldset>
      <InstalmentChoice instalments={instalments} disabled={payment.busy} />
      <AcceptedCards />
      {demo && (
        <p className="bg-nar-soft px-3 py-2 text-sm">
          Demo mağaza: gerçek kart bilgisi girmeyin. Deneme kartı{' '}
          <span className="whitespace-nowrap tabular-nums">5528 7900 0000 0008</span>, ileri bir tarih ve herhangi bir
          CVV.
        </p>
      )}
      {payment.failure && <PaymentFailure failure={payment.failure} onBack={onBack} onForget={payment.forget} />}
      {payment.asking && (
        <Notice tone="plain">
          Bankanız henüz yanıt vermedi, sonucu bankaya soruyoruz. Lütfen bu pencereyi kapatmayın ve yeniden ödeme
          yapmayın.
        </Notice>
      )}
      <ContractConsent contracts={contracts} disabled={payment.busy} />
      <section aria-label="Siparişiniz" className="grid gap-2 border-line border-t pt-4">
        <SummaryLines lines={lines} />
        <div className="flex justify-between text-sm">
          <span>Kargo</span>
          <span>Ücretsiz</span>
        </div>
        {instalments.totalKurus > totalKurus && (
          <div className="flex justify-between text-sm">
            <span>Taksit farkı ({instalments.count} taksit)</span>
            <span className="tabular-nums">{formatKurus(instalments.totalKurus - totalKurus)}</span>
          </div>
        )}
        <div className="flex items-baseline justify-between border-line border-t pt-2">
          <span>Toplam (KDV dahil)</span>
          <span className="font-medium text-xl tabular-nums">{formatKurus(instalments.totalKurus)}</span>
        </div>
        <DutyToPay />
      </section>
      <Button type="submit" disabled={payment.busy} className="w-full">
        {payment.busy ? 'Ödeme işleniyor…' : 'Siparişi onayla ve öde'}
      </Button>
      <Button
        look="quiet"
        disabled={payment.busy}
        onClick={() => onBack('info')}
        className="justify-self-center text-sm!"
      >
        Adrese dön
      </Button>
    </form>
  )
}

type DeliveryAddressProps = { customer: ReturnType<typeof readDraft>; onChange: (() => void) | undefined }

function DeliveryAddress({ customer, onChange }: DeliveryAddressProps) {
  return (
    <div className="flex items-start justify-between gap-4 text-sm">
      <p className="min-w-0">
        <span className="font-medium">
          {customer.firstName} {customer.lastName}
        </span>
        <br />
        <span className="text-muted">
          {customer.address}, {customer.postalCode} {customer.city}
        </span>
      </p>
      <button
        type="button"
        disabled={!onChange}
        onClick={onChange}
        className="min-h-11 shrink-0 px-2 underline decoration-line underline-offset-4 hover:decoration-ink"
      >
        Değiştir<span className="sr-only">: teslimat bilgileri</span>
      </button>
    </div>
  )
}
