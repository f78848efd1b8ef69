import { useState } from 'react'
import { Link } from 'react-router'
import type { WireBulkOutcome, WireStaffOrder } from '#api/wire/admin/orders.ts'
import { orderNumber, statusLabel, statusLabels } from '#app/account/orders/order-words.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Select } from '#app/ui/select.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { OrderStatus } from '#shop/orders/contract.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { ShipmentsBulk } from '../shipping/shipments-bulk.tsx'
import { PrintButtons } from './print.tsx'

type OrderBulkProps = {
  orders: WireStaffOrder[]
  /** Whether a provider makes shipments. */
  shipping: boolean
  onChanged: () => void
  onClear: () => void
}

/** The actions on several orders at once; stay in view while some are chosen. */
export function OrderBulk({ orders, shipping, onChanged, onClear }: OrderBulkProps) {
  const [asking, setAsking] = useState(false)

  return (
    <>
      <section
        aria-label="Seçilen siparişler"
        className="sticky top-14 z-20 mb-2 flex flex-wrap items-center border border-ink bg-surface px-1 text-sm"
      >
        <p role="status" className="px-2 font-medium tabular-nums max-sm:grow">
          {orders.length} sipariş seçildi
        </p>
        <Button look="quiet" onClick={onClear} className="order-last text-sm! sm:ml-auto max-sm:order-none">
          Seçimi kaldır
        </Button>
        <div className="flex flex-wrap max-sm:w-full">
          <Button look="quiet" onClick={() => setAsking(true)} className="text-sm!">
            Durumu değiştir
          </Button>
          {shipping && <ShipmentsBulk orderIds={orders.map(({ id }) => id)} onChanged={onChanged} />}
          <PrintButtons orderIds={orders.map(({ id }) => id)} />
        </div>
      </section>
      <BulkStatus
        open={asking}
        orders={orders}
        onClose={() => setAsking(false)}
        onDone={() => {
          onChanged()
          onClear()
        }}
      />
    </>
  )
}

const steps: OrderStatus[] = (Object.keys(statusLabels) as OrderStatus[]).filter((status) => status !== 'CANCELLED')
const choices = steps.map((value) => ({ value, label: statusLabel(value) }))

/** The step that comes next for the order that is least far. */
function nextStep(orders: WireStaffOrder[]): OrderStatus {
  const least = Math.min(...orders.map(({ status }) => steps.indexOf(status)).filter((step) => step >= 0))
  return steps[least + 1] ?? 'DELIVERED'
}

type BulkStatusProps = { open: boolean; orders: WireStaffOrder[]; onClose: () => void; onDone: () => void }

/** Asks for the status, tells what will happen, does it, and tells what did not work. */
function BulkStatus({ open, orders, onClose, onDone }: BulkStatusProps) {
  const [chosen, setStatus] = useState<OrderStatus>()
  const status = chosen ?? nextStep(orders)
  const movable = orders.filter((order) => order.status !== 'CANCELLED' && order.status !== status)
  const others = orders.filter((order) => !movable.includes(order))
  const { busy, refused, close, move } = useMove({ orders: movable, status, onClose, onDone })

  return (
    <Panel open={open} onClose={close} title="Durumu değiştir" side="center">
      {refused ? (
        <Refusals refused={refused} onClose={close} />
      ) : (
        <div className="grid gap-4">
          <Select
            label="Yeni durum"
            value={status}
            options={choices}
            disabled={busy}
            onChange={(event) => setStatus(event.target.value as OrderStatus)}
          />
          <Consequences status={status} orders={movable} />
          {others.length > 0 && <Unmoved orders={others} />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button look="quiet" disabled={busy} onClick={close}>
              Vazgeç
            </Button>
            <Button disabled={busy || movable.length === 0} onClick={move}>
              {busy ? 'Bekleyin…' : `${movable.length} siparişi güncelle`}
            </Button>
          </div>
        </div>
      )}
    </Panel>
  )
}

type MoveOptions = { orders: WireStaffOrder[]; status: OrderStatus; onClose: () => void; onDone: () => void }

/** Sets the status; stays open with the orders that were refused it. */
function useMove({ orders, status, onClose, onDone }: MoveOptions) {
  const { busy, submit } = useAdminSubmit('Sipariş durumu güncellenirken hata oluştu')
  const [refused, setRefused] = useState<WireBulkOutcome['refused']>()

  function close() {
    if (busy) return
    onClose()
    if (refused) onDone()
    setRefused(undefined)
  }

  const move = () =>
    submit(async () => {
      const body = { orderIds: orders.map(({ id }) => id), status }
      const { data } = await adminCall<'POST /admin/orders/status'>('POST', '/admin/orders/status', body)
      if (data.changed.length > 0) toast('good', `${data.changed.length} siparişin durumu: ${statusLabel(status)}`)
      if (data.refused.length > 0) return setRefused(data.refused)
      onClose()
      onDone()
    })

  return { busy, refused, close, move }
}

function Consequences({ status, orders }: { status: OrderStatus; orders: WireStaffOrder[] }) {
  const count = orders.length
  const unnumbered = status === 'SHIPPED' ? orders.filter(({ trackingNumber }) => !trackingNumber) : []
  return (
    <>
      <p>
        {count > 0 ? `${count} siparişin durumu “${statusLabel(status)}” olur.` : 'Değişecek sipariş yok.'}{' '}
        {count > 0 && status !== 'PENDING' && 'Bu adıma ilk kez gelen siparişlerin müşterilerine e-posta gönderilir.'}
      </p>
      {unnumbered.length > 0 && (
        <Notice tone="bad">
          {unnumbered.length} siparişin takip numarası yok; müşterileri paketlerini izleyemez.{' '}
          <Link
            to={`/admin/siparisler/takip?siparisler=${unnumbered.map(({ id }) => orderNumber(id).slice(1)).join()}`}
            className="underline underline-offset-4"
          >
            Önce takip numaralarını girin
          </Link>
          , siparişler orada “Kargoda” olur.
        </Notice>
      )}
    </>
  )
}

function Unmoved({ orders }: { orders: WireStaffOrder[] }) {
  return (
    <div className="text-muted text-sm">
      <p>{orders.length} sipariş olduğu gibi kalır:</p>
      <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
        {orders.map((order) => (
          <li key={order.id}>
            {orderNumber(order.id)}: {order.status === 'CANCELLED' ? 'iptal edilmiş' : 'zaten bu durumda'}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Refusals({ refused, onClose }: { refused: WireBulkOutcome['refused']; onClose: () => void }) {
  return (
    <div role="alert" className="grid gap-4">
      <p>{refused.length} siparişin durumu değiştirilemedi:</p>
      <ul className="max-h-60 list-disc overflow-y-auto pl-5 text-sm">
        {refused.map(({ orderId, message }) => (
          <li key={orderId}>
            {orderNumber(orderId)}: {message}
          </li>
        ))}
      </ul>
      <Button onClick={onClose} className="justify-self-end">
        Tamam
      </Button>
    </div>
  )
}
