import { useState } from 'react'
import type { WireOrder, WireOrderWithHistory } from '#api/wire/orders.ts'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { formatKurus } from '#shop/money.ts'
import { goesBack, isPaid } from './order-words.ts'

/** The sentence about where her money goes. */
function consequence(order: WireOrder): string {
  const { paymentMethod, paymentStatus } = order
  const { moneyKurus, creditKurus, giftKurus } = goesBack(order)
  const gift = giftKurus > 0 ? ` ${formatKurus(giftKurus)} kullandığınız hediye kartına geri yüklenir.` : ''
  const own = creditKurus > 0 ? ` ${formatKurus(creditKurus)} mağaza krediniz hesabınıza geri eklenir.` : ''
  const back = gift + own
  if (paymentMethod === 'STORE_CREDIT') return `Siparişiniz iptal edilir.${back}`
  if (paymentStatus === 'CASH_ON_DELIVERY') return `Siparişiniz iptal edilir; sizden bir ödeme alınmadı.${back}`
  if (!isPaid({ paymentStatus }))
    return `Siparişiniz iptal edilir; ödediğiniz bir tutar varsa size geri gönderilir.${back}`
  if (moneyKurus === 0) return `Siparişiniz iptal edilir.${back}`
  const amount = formatKurus(moneyKurus)
  return paymentMethod === 'CARD' || paymentMethod === 'HOSTED'
    ? `Siparişiniz iptal edilir ve ${amount} ödemeyi yaptığınız karta iade edilir.${back}`
    : `Siparişiniz iptal edilir ve ${amount} banka hesabınıza iade edilir; IBAN’ınızı sonra sorarız.${back}`
}

/** Nothing is prepared yet: she may cancel it, and change what is in it. */
export function isUnprepared({ status, shippedAt, deliveredAt }: WireOrder): boolean {
  return (status === 'PENDING' || status === 'CONFIRMED') && shippedAt === null && deliveredAt === null
}

type OrderCancelProps = { order: WireOrder; onChanged: (order: WireOrderWithHistory) => void }

/** Her own cancelling, as long as nothing is prepared. */
export function OrderCancel({ order, onChanged }: OrderCancelProps) {
  const [asking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'good' | 'bad'; text: string }>()
  const { busy, submit } = useSubmit({
    failure: 'Siparişiniz iptal edilemedi. Lütfen tekrar deneyin.',
    notify: (tone, text) => setOutcome({ tone, text }),
  })

  async function cancel() {
    await submit(async () => {
      const { data, message } = await api.call<'POST /orders/{id}/cancellation'>(
        'POST',
        `/orders/${order.id}/cancellation`,
      )
      onChanged(data)
      return message ?? 'Siparişiniz iptal edildi.'
    })
    setAsking(false)
  }

  return (
    <>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      {isUnprepared(order) && (
        <Button look="secondary" onClick={() => setAsking(true)} className="justify-self-start">
          Siparişi iptal et
        </Button>
      )}
      <Confirm
        open={asking}
        title="Siparişi iptal et"
        action="Siparişi iptal et"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={cancel}
      >
        <p>{consequence(order)} Bu işlem geri alınamaz.</p>
      </Confirm>
    </>
  )
}
