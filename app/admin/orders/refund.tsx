import { useRef, useState } from 'react'
import type { WireItem, WireOrder } from '#api/wire/orders.ts'
import { ApiError } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { Stepper } from '#app/ui/stepper.tsx'
import { formatKurus, fromTl } from '#shop/money.ts'
import { refundShare } from '#shop/orders/refund-share.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

type OrderRefundProps = { order: WireOrder; onChanged: (order: WireOrder) => void }

/** Pays some of an order back: which items, how many, whether they go back on sale. */
export function OrderRefund({ order, onChanged }: OrderRefundProps) {
  const { left, counts, setCount, clear, chosen, sumKurus } = useChosenItems(order)
  const [restock, setRestock] = useState(false)
  const [reason, setReason] = useState('')
  const { busy, submit } = useAdminSubmit('İade yapılamadı. Lütfen tekrar deneyin.')
  const send = useRefund(order.id)

  const refund = () =>
    submit(async () => {
      const items = chosen.map(({ item, quantity }) => ({ itemId: item.id, quantity }))
      onChanged(await send({ items, restock, reason }))
      clear()
      setReason('')
      return `${formatKurus(sumKurus)} iade edildi.`
    })

  return (
    <div className="grid gap-4">
      <ul className="grid gap-2">
        {left.map((item) => (
          <ItemCount
            key={item.id}
            item={item}
            count={counts[item.id] ?? 0}
            busy={busy}
            onChange={(quantity) => setCount(item.id, quantity)}
          />
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
      <RefundButton chosen={chosen} sumKurus={sumKurus} busy={busy} onConfirm={refund} />
    </div>
  )
}

type Chosen = { item: WireItem; quantity: number }[]

/** How many of each item are to be paid back, and what that comes to. */
function useChosenItems(order: WireOrder) {
  const [counts, setCounts] = useState<Record<string, number>>({})
  const left = order.items.filter(({ quantity, refundedQuantity }) => refundedQuantity < quantity)
  const chosen: Chosen = left.flatMap((item) => {
    const quantity = counts[item.id] ?? 0
    return quantity > 0 ? [{ item, quantity }] : []
  })
  const sumKurus = refundShare({
    goodsKurus: chosen.reduce((sum, { item, quantity }) => sum + kurusOf(item) * quantity, 0),
    allGoodsKurus: order.items.reduce((sum, item) => sum + kurusOf(item) * item.quantity, 0),
    paidKurus: fromTl(order.totalAmount) ?? 0,
    refundedKurus: (fromTl(order.refundedAmount) ?? 0) + (fromTl(order.refundPending) ?? 0),
    last: left.every((item) => counts[item.id] === item.quantity - item.refundedQuantity),
  })
  return {
    left,
    counts,
    setCount: (id: string, quantity: number) => setCounts((counts) => ({ ...counts, [id]: quantity })),
    clear: () => setCounts({}),
    chosen,
    sumKurus,
  }
}

type RefundRequest = { items: { itemId: string; quantity: number }[]; restock: boolean; reason: string }

/** Sends a refund: one however often it is sent, until an answer came. */
function useRefund(orderId: string) {
  const key = useRef(crypto.randomUUID())

  return async (body: RefundRequest): Promise<WireOrder> => {
    try {
      const headers = { 'Idempotency-Key': key.current }
      const { data } = await adminCall<'POST /admin/orders/{id}/refunds'>(
        'POST',
        `/admin/orders/${orderId}/refunds`,
        body,
        { headers },
      )
      key.current = crypto.randomUUID()
      return data
    } catch (error) {
      // A refusal is an answer too; without one the same request is sent again.
      if (error instanceof ApiError && error.status < 500) key.current = crypto.randomUUID()
      throw error
    }
  }
}

type ItemCountProps = { item: WireItem; count: number; busy: boolean; onChange: (count: number) => void }

function ItemCount({ item, count, busy, onChange }: ItemCountProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
      <span className="min-w-0">
        {nameOf(item)}{' '}
        <span className="text-muted">
          ({item.variant.color}, {item.variant.size}), {formatKurus(kurusOf(item))}
        </span>
      </span>
      <Stepper
        value={count}
        min={0}
        max={item.quantity - item.refundedQuantity}
        disabled={busy}
        onChange={onChange}
        label={`${nameOf(item)}, iade edilecek adet`}
      />
    </li>
  )
}

type RefundButtonProps = { chosen: Chosen; sumKurus: number; busy: boolean; onConfirm: () => Promise<unknown> }

function RefundButton({ chosen, sumKurus, busy, onConfirm }: RefundButtonProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
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
        onConfirm={() => onConfirm().finally(() => setAsking(false))}
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
    </>
  )
}

function nameOf(item: WireItem): string {
  return item.variant.product?.name ?? 'Ürün'
}

function kurusOf(item: WireItem): number {
  return fromTl(item.priceAtPurchase) ?? 0
}
