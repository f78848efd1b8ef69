import { useEffect, useState } from 'react'
import { type ShownOrder, statusLabel, statusLabels } from '#app/order-shape.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { formatKurus, fromTl } from '#shop/money.ts'
import type { OrderStatus } from '#shop/orders/contract.ts'
import { adminCall, sentenceOf } from './admin-api.ts'
import { type Shipment, ShipmentFields } from './order-shipment.tsx'

type OrderControlsProps = {
  order: ShownOrder
  onChanged: (order: ShownOrder) => void
  onUnsaved: (unsaved: boolean) => void
}

const orderStatuses = Object.keys(statusLabels) as OrderStatus[]

/** Status, carrier, notes and cancelling. */
export function OrderControls({ order, onChanged, onUnsaved }: OrderControlsProps) {
  const [notes, setNotes] = useState(order.adminNotes ?? '')
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [next, setNext] = useState<OrderStatus>()
  const [moving, setMoving] = useState(false)
  const saved = { carrier: order.carrier ?? '', trackingNumber: order.trackingNumber ?? '' }
  const [shipment, setShipment] = useState<Shipment>(saved)
  const noted = notes !== (order.adminNotes ?? '')
  const shipped = shipment.carrier !== saved.carrier || shipment.trackingNumber !== saved.trackingNumber
  const unsaved = noted || shipped
  const wrongNumber = /^[A-Za-z0-9-]*$/.test(shipment.trackingNumber) ? undefined : 'Yalnızca harf, rakam ve tire'
  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved])
  const cancellable = order.status === 'PENDING' || order.status === 'CONFIRMED'

  async function save(status: OrderStatus, done: string) {
    if (wrongNumber) return toast('bad', `Takip numarası: ${wrongNumber}`)
    setBusy(true)
    try {
      const { data } = await adminCall<ShownOrder>('PUT', `/admin/orders/${order.id}/status`, {
        status,
        adminNotes: notes,
        carrier: shipment.carrier || null,
        trackingNumber: shipment.trackingNumber || null,
      })
      onChanged(data)
      setMoving(false)
      toast('good', done)
    } catch (error) {
      toast('bad', sentenceOf(error, 'Sipariş durumu güncellenirken hata oluştu'))
    } finally {
      setBusy(false)
    }
  }

  async function cancel() {
    setBusy(true)
    try {
      const { data } = await adminCall<ShownOrder>('DELETE', `/admin/orders/${order.id}`)
      onChanged(data)
      toast('good', 'Sipariş iptal edildi, ödeme iade edildi.')
    } catch (error) {
      const why = sentenceOf(error, 'Lütfen tekrar deneyin.')
      toast('bad', why.startsWith('Sipariş iptal edilemedi') ? why : `Sipariş iptal edilemedi: ${why}`)
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }

  return (
    <div className="grid gap-6">
      <fieldset disabled={busy}>
        <legend className="mb-2 text-muted text-sm">Durum</legend>
        <div className="flex flex-wrap gap-2">
          {orderStatuses.map((status) => {
            const current = status === order.status
            const possible = order.status !== 'CANCELLED' && (status !== 'CANCELLED' || cancellable)
            return (
              <button
                key={status}
                type="button"
                disabled={current || !possible}
                aria-pressed={current}
                onClick={() => {
                  if (status === 'CANCELLED') return setAsking(true)
                  setNext(status)
                  setMoving(true)
                }}
                className={`min-h-10 max-sm:min-h-11 rounded-xs border px-3 text-sm ${current ? 'border-ink bg-ink text-white' : 'border-edge hover:border-ink disabled:border-line disabled:text-muted'}`}
              >
                {statusLabel(status)}
              </button>
            )
          })}
        </div>
      </fieldset>
      <ShipmentFields
        shipment={shipment}
        trackingUrl={shipped ? null : order.trackingUrl}
        error={wrongNumber}
        onChange={setShipment}
      />
      <div className="grid gap-2">
        <TextArea
          label="Yönetici notu"
          hint="Yalnızca yöneticiler görür; sonradan değiştirilebilir."
          maxLength={5000}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
        <div className="flex flex-wrap justify-between gap-2">
          <Button look="secondary" disabled={busy || !unsaved} onClick={() => save(order.status, 'Kaydedildi.')}>
            Kaydet
          </Button>
          {cancellable && (
            <Button look="danger" disabled={busy} onClick={() => setAsking(true)}>
              Siparişi iptal et
            </Button>
          )}
        </div>
      </div>
      <Confirm
        open={moving}
        title="Durumu değiştir"
        action="Durumu değiştir"
        look="primary"
        busy={busy}
        onClose={() => setMoving(false)}
        onConfirm={() => next && save(next, `Sipariş durumu: ${statusLabel(next)}`)}
      >
        {next && (
          <>
            <p>Sipariş durumu “{statusLabel(next)}” olur.</p>
            <p className="mt-2">{mailSentence(order, next)}</p>
            {next === 'SHIPPED' && !shipment.trackingNumber && (
              <p className="mt-2 text-muted text-sm">
                Takip numarası girmediniz; sonra girerseniz müşteriye ayrıca bildirilir.
              </p>
            )}
          </>
        )}
      </Confirm>
      <Confirm
        open={asking}
        title="Siparişi iptal et"
        action="Siparişi iptal et"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={cancel}
      >
        <p>
          {formatKurus(fromTl(order.totalAmount) ?? 0)} müşterinin kartına iade edilir ve ürünler stoğa geri döner. Bu
          işlem geri alınamaz.
        </p>
      </Confirm>
    </div>
  )
}

/** The buyer hears of each step once, however often it is set back and forth. */
function mailSentence(order: ShownOrder, next: OrderStatus): string {
  const to = order.customerInfo.email
  if (next === 'PENDING') return 'Müşteriye e-posta gönderilmez.'
  const told = order.history?.some(({ status }) => status === next)
  return told
    ? 'Müşteri bu adımı daha önce öğrendi, yeniden e-posta gönderilmez.'
    : `Müşteriye (${to}) bu adımı bildiren bir e-posta gönderilir.`
}
