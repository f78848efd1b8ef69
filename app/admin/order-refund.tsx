import { useRef, useState } from 'react'
import type { ShownItem, ShownOrder } from '#app/order-shape.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { Stepper } from '#app/ui/stepper.tsx'
import { toast } from '#app/ui/toast.tsx'
import { formatKurus, fromTl } from '#shop/money.ts'
import { refundShare } from '#shop/orders/refund-share.ts'
import { adminCall, sentenceOf } from './admin-api.ts'

type OrderRefundProps = { order: ShownOrder; onChanged: (order: ShownOrder) => void }

/** Pays some of an order back: which items, how many, whether they go back on sale. */
export function OrderRefund({ order, onChanged }: OrderRefundProps) {
  const [counts, setCounts] = useState<Record<string, number>>({})
  const [restock, setRestock] = useState(false)
  const [reason, setReason] = useState('')
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  // One refund however often it is sent; a new one once an answer came.
  const key = useRef(crypto.randomUUID())
  const left = order.items.filter(({ quantity, refundedQuantity }) => refundedQuantity < quantity)
  const chosen = left.flatMap((item) => {
    const quantity = counts[item.id] ?? 0
    return quantity > 0 ? [{ item, quantity }] : []
  })
  const sumKurus = refundShare({
    goodsKurus: chosen.reduce((sum, { item, quantity }) => sum + kurusOf(item) * quantity, 0),
    allGoodsKurus: order.items.reduce((sum, item) => sum + kurusOf(item) * item.quantity, 0),
    paidKurus: fromTl(order.totalAmount) ?? 0,
    refundedKurus: fromTl(order.refundedAmount) ?? 0,
    last: left.every((item) => counts[item.id] === item.quantity - item.refundedQuantity),
  })

  async function refund() {
    setBusy(true)
    try {
      const items = chosen.map(({ item, quantity }) => ({ itemId: item.id, quantity }))
      const body = { items, restock, reason }
      const headers = { 'Idempotency-Key': key.current }
      const { data } = await adminCall<ShownOrder>('POST', `/admin/orders/${order.id}/refunds`, body, { headers })
      key.current = crypto.randomUUID()
      setCounts({})
      setReason('')
      onChanged(data)
      toast('good', `${formatKurus(sumKurus)} iade edildi.`)
    } catch (error) {
      toast('bad', sentenceOf(error, 'İade yapılamadı. Lütfen tekrar deneyin.'))
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }

  return (
    <div className="grid gap-4">
      <ul className="grid gap-2">
        {left.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
            <span className="min-w-0">
              {nameOf(item)}{' '}
              <span className="text-muted">
                ({item.variant.color}, {item.variant.size}), {formatKurus(kurusOf(item))}
              </span>
            </span>
            <Stepper
              value={counts[item.id] ?? 0}
              min={0}
              max={item.quantity - item.refundedQuantity}
              disabled={busy}
              onChange={(quantity) => setCounts((counts) => ({ ...counts, [item.id]: quantity }))}
              label={`${nameOf(item)}, iade edilecek adet`}
            />
          </li>
        ))}
      </ul>
      <Field
        label="İade nedeni"
        optional
        hint="Yalnızca yöneticiler görür."
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Checkbox checked={restock} onChange={(event) => setRestock(event.target.checked)}>
        İade edilen ürünleri yeniden satışa koy
      </Checkbox>
      <Button
        look="secondary"
        disabled={busy || chosen.length === 0}
        onClick={() => setAsking(true)}
        className="justify-self-start"
      >
        {chosen.length > 0 ? `${formatKurus(sumKurus)} iade et` : 'İade et'}
      </Button>
      <Confirm
        open={asking}
        title="Ödemeyi iade et"
        action="İade et"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={refund}
      >
        <p>{formatKurus(sumKurus)} müşterinin kartına iade edilir ve kendisine e-posta gönderilir.</p>
        <ul className="mt-3 list-disc pl-5 text-sm">
          {chosen.map(({ item, quantity }) => (
            <li key={item.id}>
              {quantity} × {nameOf(item)}
            </li>
          ))}
        </ul>
      </Confirm>
    </div>
  )
}

function nameOf(item: ShownItem): string {
  return item.variant.product?.name ?? 'Ürün'
}

function kurusOf(item: ShownItem): number {
  return fromTl(item.priceAtPurchase) ?? 0
}
