import { useState } from 'react'
import { ApiError, api } from '#app/api-client.ts'
import type { ShownOrder } from '#app/order-shape.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { formatKurus, fromTl } from '#shop/money.ts'

type OrderCancelProps = { order: ShownOrder; onChanged: (order: ShownOrder) => void }

/** Her own cancelling, as long as nothing is prepared. */
export function OrderCancel({ order, onChanged }: OrderCancelProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; text: string }>()
  const cancellable = order.status === 'PENDING' || order.status === 'CONFIRMED'

  async function cancel() {
    setBusy(true)
    try {
      const { data, message } = await api.call<ShownOrder>('POST', `/orders/${order.id}/cancellation`)
      setSaid({ tone: 'good', text: message ?? 'Siparişiniz iptal edildi.' })
      onChanged(data)
    } catch (error) {
      const text = error instanceof ApiError ? error.message : 'Siparişiniz iptal edilemedi. Lütfen tekrar deneyin.'
      setSaid({ tone: 'bad', text })
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }

  return (
    <>
      {said && <Notice tone={said.tone}>{said.text}</Notice>}
      {cancellable && (
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
        <p>
          Siparişiniz iptal edilir ve {formatKurus(fromTl(order.totalAmount) ?? 0)} ödemeyi yaptığınız karta iade
          edilir. Bu işlem geri alınamaz.
        </p>
      </Confirm>
    </>
  )
}
