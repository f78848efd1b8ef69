import { useState } from 'react'
import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import { statusLabel, statusLabels } from '#app/account/orders/order-words.ts'
import { Confirm } from '#app/ui/confirm.tsx'
import type { OrderStatus } from '#shop/orders/contract.ts'

const orderStatuses = Object.keys(statusLabels) as OrderStatus[]

type OrderStatusProps = {
  order: WireAdminOrder
  /** Undefined while there is none. */
  trackingNumber: string | undefined
  cancellable: boolean
  busy: boolean
  onCancel: () => void
  /** True once the order has the status. */
  onMove: (status: OrderStatus, done: string) => Promise<boolean>
}

/** The steps of an order; the next one is taken after a question that tells whether the buyer is written to. */
export function OrderStatusChoice({ order, trackingNumber, cancellable, busy, onCancel, onMove }: OrderStatusProps) {
  const shown = orderStatuses.filter((status) => status !== 'CANCELLED' || cancellable || order.status === status)
  // Apart from each other: the question keeps its words while it closes.
  const [next, setNext] = useState<OrderStatus>()
  const [asking, setAsking] = useState(false)

  async function move() {
    if (next && (await onMove(next, `Sipariş durumu: ${statusLabel(next)}`))) setAsking(false)
  }

  return (
    <>
      <fieldset disabled={busy}>
        <legend className="mb-2 text-muted text-sm">Durum</legend>
        <div className="flex flex-wrap gap-2">
          {shown.map((status) => (
            <StatusButton
              key={status}
              status={status}
              current={status === order.status}
              possible={order.status !== 'CANCELLED'}
              onPress={() => {
                if (status === 'CANCELLED') return onCancel()
                setNext(status)
                setAsking(true)
              }}
            />
          ))}
        </div>
      </fieldset>
      <Confirm
        open={asking}
        title="Durumu değiştir"
        action="Durumu değiştir"
        look="primary"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={move}
      >
        {next && <Consequences order={order} next={next} trackingNumber={trackingNumber} />}
      </Confirm>
    </>
  )
}

type StatusButtonProps = { status: OrderStatus; current: boolean; possible: boolean; onPress: () => void }

function StatusButton({ status, current, possible, onPress }: StatusButtonProps) {
  return (
    <button
      type="button"
      disabled={current || !possible}
      aria-pressed={current}
      onClick={onPress}
      className={`min-h-10 max-sm:min-h-11 rounded-xs border px-3 text-sm ${current ? 'border-ink bg-ink text-white' : 'border-edge hover:border-ink disabled:border-line disabled:text-muted'}`}
    >
      {statusLabel(status)}
    </button>
  )
}

type ConsequencesProps = { order: WireAdminOrder; next: OrderStatus; trackingNumber: string | undefined }

function Consequences({ order, next, trackingNumber }: ConsequencesProps) {
  return (
    <>
      <p>Sipariş durumu “{statusLabel(next)}” olur.</p>
      <p className="mt-2">{mailSentence(order, next)}</p>
      {(next === 'SHIPPED' || next === 'DELIVERED') && order.withdrawn && (
        <p className="mt-2 font-medium text-bad">
          {order.withdrawn === 'ALL'
            ? 'Bu siparişin tamamı iade ediliyor. Paket sizdeyse göndermeyin; yalnızca kargo almışsa sürdürün.'
            : 'Bu siparişin bir kısmı iade ediliyor. O ürünler paketteyse önce çıkarın; yalnızca kargo almışsa sürdürün.'}
        </p>
      )}
      {next === 'SHIPPED' && !trackingNumber && (
        <p className="mt-2 text-muted text-sm">
          Takip numarası girmediniz; sonra girerseniz müşteriye ayrıca bildirilir.
        </p>
      )}
    </>
  )
}

/** The buyer gets one mail for each step, however often it is set back and forth. */
function mailSentence(order: WireAdminOrder, next: OrderStatus): string {
  const to = order.customerInfo.email
  if (next === 'PENDING') return 'Müşteriye e-posta gönderilmez.'
  const told = order.history.some(({ status }) => status === next)
  return told
    ? 'Müşteri bu adımı daha önce öğrendi, yeniden e-posta gönderilmez.'
    : `Müşteriye (${to}) bu adımı bildiren bir e-posta gönderilir.`
}
