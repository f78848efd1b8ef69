import './packing.css'
import { useState } from 'react'
import { Link } from 'react-router'
import type { WireStaffOrder } from '#api/wire/admin/orders.ts'
import type { WireParcel } from '#api/wire/admin/shipping.ts'
import { orderNumber } from '#app/account/orders/order-words.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Notice } from '#app/ui/notice.tsx'
import { formatMoment } from '#shop/time.ts'
import { PrintButtons } from '../orders/print.tsx'
import { adminCall, sentenceOf } from '../parts/api.ts'
import { ListState } from '../parts/list-parts.tsx'
import { WithdrawnMark } from '../returns/withdrawn-mark.tsx'
import { PackingTable } from './packing-table.tsx'
import { dueOf } from './pieces.ts'
import { ScanField } from './scan-field.tsx'
import { sound } from './sound.ts'

/** One order after the other: scan or choose it, scan its pieces, close the parcel, print. Works without a mouse. */
export default function Packing() {
  const [parcel, setParcel] = useState<WireParcel>()
  const [ready, setReady] = useState<WireStaffOrder>()
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function open(code: string) {
    setBusy(true)
    setWrong(undefined)
    try {
      const { data } = await adminCall<'GET /admin/packing/{code}'>('GET', `/admin/packing/${encodeURIComponent(code)}`)
      sound(data.problem === null)
      if (data.problem === null) {
        setReady(undefined)
        setParcel(data)
      } else setWrong(`${orderNumber(data.order.id)}: ${data.problem}`)
    } catch (error) {
      sound(false)
      setWrong(sentenceOf(error, 'Sipariş açılamadı. Lütfen tekrar okutun.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="font-display text-2xl">Paketleme</h1>
        <Link to="/admin/siparisler" className="py-2 text-sm underline decoration-line underline-offset-4">
          Siparişlere dön
        </Link>
      </div>
      {parcel ? (
        <PackingTable
          key={parcel.order.id}
          order={parcel.order}
          onLeave={() => setParcel(undefined)}
          onReady={(order) => {
            setParcel(undefined)
            setReady(order)
          }}
        />
      ) : (
        <div className="grid grid-cols-1 gap-6">
          {ready && <Ready order={ready} />}
          <ScanField
            label="Siparişin barkodu"
            hint="Paket fişindeki ya da etiketteki barkodu okutun; numarayı elle yazıp Enter’a da basabilirsiniz."
            busy={busy}
            onScan={open}
          />
          {wrong && (
            <p role="alert" data-tone="bad" className="packing-word">
              {wrong}
            </p>
          )}
          <WaitingOrders key={ready?.id} onOpen={open} />
        </div>
      )}
    </>
  )
}

function Ready({ order }: { order: WireStaffOrder }) {
  return (
    <Notice tone="good">
      <p className="font-medium">
        {orderNumber(order.id)} hazır: {order.customerInfo.firstName} {order.customerInfo.lastName}
      </p>
      <div className="-ml-2 flex flex-wrap gap-x-2">
        <PrintButtons orderIds={[order.id]} />
      </div>
    </Notice>
  )
}

function WaitingOrders({ onOpen }: { onOpen: (id: string) => void }) {
  const { state, again } = useLoaded('packing', (signal) =>
    adminCall<'GET /admin/packing'>('GET', '/admin/packing', undefined, { signal }),
  )
  return (
    <section aria-labelledby="waiting-parcels">
      <h2 id="waiting-parcels" className="mb-1 text-muted text-sm">
        Paketlenecek siparişler{state.kind === 'ready' && ` (${state.value.data.total})`}
      </h2>
      <ListState state={state} what="Siparişler" otherwise="Siparişler alınamadı" onAgain={again} />
      {state.kind === 'ready' && state.value.data.orders.length === 0 && (
        <p className="border-line border-y py-6">Paketlenecek sipariş yok.</p>
      )}
      {state.kind === 'ready' && (
        <ul className="border-line border-t">
          {state.value.data.orders.map((order) => (
            <li key={order.id} className="border-line border-b">
              <button
                type="button"
                onClick={() => onOpen(order.id)}
                className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 py-2 text-left hover:bg-paper"
              >
                <span className="font-medium tabular-nums underline decoration-line underline-offset-4">
                  {orderNumber(order.id)}
                </span>
                <span className="min-w-0 grow truncate">
                  {order.customerInfo.firstName} {order.customerInfo.lastName}
                </span>
                {order.withdrawn && <WithdrawnMark withdrawn={order.withdrawn} />}
                <span className="text-muted text-sm tabular-nums">
                  {order.items.reduce((sum, item) => sum + dueOf(item), 0)} adet · {formatMoment(order.createdAt)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
