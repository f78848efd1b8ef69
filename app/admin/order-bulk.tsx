import { useState } from 'react'
import { orderNumber, type ShownOrder, statusLabel, statusLabels } from '#app/order-shape.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Select } from '#app/ui/select.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { OrderStatus } from '#shop/orders/contract.ts'
import { adminCall, sentenceOf } from './admin-api.ts'
import { type PaperKind, printPapers } from './print-papers.ts'

type OrderBulkProps = { orders: ShownOrder[]; onChanged: () => void; onClear: () => void }

/** What can be done with several orders at once; stays in view while some are chosen. */
export function OrderBulk({ orders, onChanged, onClear }: OrderBulkProps) {
  const [asking, setAsking] = useState(false)
  const [printing, setPrinting] = useState(false)

  async function print(kind: PaperKind) {
    setPrinting(true)
    await printPapers(
      kind,
      orders.map(({ id }) => id),
    )
    setPrinting(false)
  }

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
          <Button look="quiet" disabled={printing} onClick={() => print('packing-slips')} className="text-sm!">
            Paket fişi yazdır
          </Button>
          <Button look="quiet" disabled={printing} onClick={() => print('address-labels')} className="text-sm!">
            Etiket yazdır
          </Button>
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

type Outcome = { changed: string[]; refused: { orderId: string; message: string }[] }
const choices = Object.entries(statusLabels)
  .filter(([value]) => value !== 'CANCELLED')
  .map(([value, label]) => ({ value, label }))

type BulkStatusProps = { open: boolean; orders: ShownOrder[]; onClose: () => void; onDone: () => void }

/** Asks for the status, says what will happen, does it, and says what did not work. */
function BulkStatus({ open, orders, onClose, onDone }: BulkStatusProps) {
  const [status, setStatus] = useState<OrderStatus>('PREPARED')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Outcome['refused']>()
  const movable = orders.filter((order) => order.status !== 'CANCELLED' && order.status !== status)
  const others = orders.filter((order) => !movable.includes(order))

  function close() {
    if (busy) return
    onClose()
    if (refused) onDone()
    setRefused(undefined)
  }

  async function move() {
    setBusy(true)
    try {
      const body = { orderIds: movable.map(({ id }) => id), status }
      const { data } = await adminCall<Outcome>('POST', '/admin/orders/status', body)
      if (data.changed.length > 0) toast('good', `${data.changed.length} siparişin durumu: ${statusLabel(status)}`)
      if (data.refused.length > 0) return setRefused(data.refused)
      onClose()
      onDone()
    } catch (error) {
      toast('bad', sentenceOf(error, 'Sipariş durumu güncellenirken hata oluştu'))
    } finally {
      setBusy(false)
    }
  }

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
          <p>
            {movable.length > 0
              ? `${movable.length} siparişin durumu “${statusLabel(status)}” olur.`
              : 'Değişecek sipariş yok.'}{' '}
            {movable.length > 0 &&
              status !== 'PENDING' &&
              'Bu adıma ilk kez gelen siparişlerin müşterilerine e-posta gönderilir.'}
          </p>
          {others.length > 0 && (
            <div className="text-muted text-sm">
              <p>{others.length} sipariş olduğu gibi kalır:</p>
              <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
                {others.map((order) => (
                  <li key={order.id}>
                    {orderNumber(order.id)}: {order.status === 'CANCELLED' ? 'iptal edilmiş' : 'zaten bu durumda'}
                  </li>
                ))}
              </ul>
            </div>
          )}
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

function Refusals({ refused, onClose }: { refused: Outcome['refused']; onClose: () => void }) {
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
