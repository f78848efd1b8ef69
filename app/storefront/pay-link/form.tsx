import { type FormEvent, useState } from 'react'
import type { WireLinkedOrder } from '#api/wire/links.ts'
import { ApiError, api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { checkCard } from '#shop/checkout/card.ts'
import { useShop } from '../../frame/use-shop.ts'
import { ContractConsent, DutyToPay, orderButton, useConsent } from '../checkout/agreements.tsx'
import { AcceptedCards } from '../checkout/card.tsx'
import { CardFields, useCardFields } from '../checkout/card-fields.tsx'

type Open = NonNullable<WireLinkedOrder['open']>
type Method = Open['methods'][number]

const labels: Record<Method, string> = {
  CARD: 'Kredi veya banka kartı',
  HOSTED: 'Kartla, güvenli ödeme sayfasında',
  BANK_TRANSFER: 'Havale / EFT',
}

type PayFormProps = {
  token: string
  order: WireLinkedOrder
  open: Open
  /** Reads the order again. */
  onDone: () => void
}

/** Pays the order: how, the contracts, and the button that obliges to pay. */
export function PayForm({ token, order, open, onDone }: PayFormProps) {
  const fields = useCardFields()
  const [chosen, choose] = useState<Method>()
  const method = chosen && open.methods.includes(chosen) ? chosen : open.methods[0]
  const contracts = useConsent(open.contracts, undefined, onDone)
  const { busy, bad, submit } = useSubmit({ failure: 'Ödeme işlemi başarısız oldu. Lütfen tekrar deneyin.' })
  const demo = useShop()?.shop.demo

  function pay(event: FormEvent) {
    event.preventDefault()
    const acceptedContracts = contracts.check()
    if (method === 'CARD' && !fields.accept(checkCard(fields.values, new Date()))) return
    if (!acceptedContracts) return
    const card =
      method === 'CARD' ? { ...fields.values, cardNumber: fields.values.cardNumber.replace(/ /g, '') } : undefined
    submit(async () => {
      try {
        const state = await api.post<'POST /payment-links/payment'>('/payment-links/payment', {
          token,
          totalAmount: order.totalAmount,
          paymentMethod: method,
          paymentData: card,
          acceptedContracts,
        })
        if (state.redirectUrl) return window.location.assign(state.redirectUrl)
        onDone()
      } catch (error) {
        // Fetches the order again: what has changed meanwhile is shown beside the sentence.
        if (error instanceof ApiError && error.status !== 402 && error.status !== 400) onDone()
        throw error
      }
    })
  }

  if (!method) return <Notice tone="bad">Şu anda ödeme alınamıyor; lütfen biraz sonra yeniden açın.</Notice>
  return (
    <form ref={fields.form} onSubmit={pay} noValidate className="grid gap-4 border-line border-t pt-6">
      {open.methods.length > 1 && (
        <fieldset disabled={busy} className="grid gap-1">
          <legend className="mb-1 font-medium text-sm">Nasıl ödemek istersiniz?</legend>
          {open.methods.map((each) => (
            <label key={each} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="method"
                checked={each === method}
                onChange={() => choose(each)}
                className="size-5 accent-ink"
              />
              {labels[each]}
            </label>
          ))}
        </fieldset>
      )}
      {method === 'CARD' && (
        <>
          <CardFields fields={fields} disabled={busy} />
          <AcceptedCards />
          {demo && (
            <p className="bg-nar-soft px-3 py-2 text-sm">
              Demo mağaza: gerçek kart bilgisi girmeyin. Deneme kartı 5528 7900 0000 0008, ileri bir tarih ve herhangi
              bir CVV.
            </p>
          )}
        </>
      )}
      <ContractConsent contracts={contracts} disabled={busy} />
      <DutyToPay contracts={contracts} button={orderButton(method)} />
      {bad && <Notice tone="bad">{bad}</Notice>}
      <Button type="submit" disabled={busy} className="w-full">
        {busy ? 'Ödeme İşleniyor...' : orderButton(method)}
      </Button>
    </form>
  )
}
