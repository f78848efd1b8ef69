import { Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { WireOrder } from '#api/wire/orders.ts'
import { isPaid, orderNumber, paymentLabel, statusLabel } from '#app/account/orders/order-words.ts'
import { api } from '#app/browser/api-client.ts'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { formatTl } from '#shop/money.ts'
import { formatDate } from '#shop/time.ts'
import { closeAccount } from '../../browser/session-store.ts'
import { ListEmpty, ListFailed } from '../list-states.tsx'
import { takeAskedOrder } from './asked-order.ts'
import { OrderDialog } from './dialog.tsx'

const AccountCredit = lazyOnline(async () => ({ default: (await import('../credit/credit.tsx')).AccountCredit }))

const notLoaded = { silent: 'Siparişler alınamadı', unreached: 'Siparişler yüklenirken hata oluştu' }

export function AccountOrders() {
  const { state, again, change } = useLoaded('orders', (signal) =>
    api.call<'GET /orders/my'>('GET', '/orders/my', undefined, { signal }),
  )
  const [opened, setOpened] = useState<WireOrder>()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (state.kind !== 'ready' || state.refreshing) return
    const asked = takeAskedOrder()
    const order = state.value.data.find(({ id }) => id === asked)
    if (!order) return
    setOpened(order)
    setOpen(true)
  }, [state])
  if (state.kind === 'loading') return <OrdersComing />
  if (state.kind === 'failed') return <ListFailed error={state.error} otherwise={notLoaded} onRetry={again} />
  const { data, credit } = state.value
  const balance = credit !== undefined && (
    <Suspense>
      <AccountCredit balance={credit} />
    </Suspense>
  )
  if (data.length === 0) {
    return (
      <>
        {balance}
        <ListEmpty title="Henüz siparişiniz yok">
          <p className="text-muted">Verdiğiniz siparişleri ve durumlarını burada görürsünüz.</p>
          <Link to="/ust-giyim" onClick={closeAccount} className={buttonClass()}>
            Alışverişe başla
          </Link>
        </ListEmpty>
      </>
    )
  }
  return (
    <>
      {balance}
      <ul className="divide-y divide-line">
        {data.map((order) => (
          <li key={order.id} className="py-5 first:pt-0">
            <OrderRow
              order={order}
              onOpen={() => {
                setOpened(order)
                setOpen(true)
              }}
            />
          </li>
        ))}
      </ul>
      {opened && (
        <OrderDialog
          order={opened}
          open={open}
          onClose={() => setOpen(false)}
          onChanged={(changed) =>
            change((all) => ({ ...all, data: all.data.map((order) => (order.id === changed.id ? changed : order)) }))
          }
        />
      )}
    </>
  )
}

function OrderRow({ order, onOpen }: { order: WireOrder; onOpen: () => void }) {
  const shown = order.items.slice(0, 4)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="group grid w-full grid-cols-1 gap-3 text-left"
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium group-hover:underline">{orderNumber(order.id)}</span>
        <span className="text-right tabular-nums">
          {formatTl(order.totalAmount)}
          {order.refundedAmount > 0 && (
            <span className="block text-muted text-sm">
              {order.refundedAmount < order.totalAmount
                ? `${formatTl(order.refundedAmount)} iade edildi`
                : 'İade edildi'}
            </span>
          )}
          {order.exchange && (
            <span className="block text-muted text-sm">{orderNumber(order.exchange.of)} siparişinin değişimi</span>
          )}
          {isOwed(order) && <span className="block text-muted text-sm">{paymentLabel(order)}</span>}
        </span>
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
        <span className="text-muted">{formatDate(order.createdAt)}</span>
        <StatusBadge status={order.status} />
      </span>
      <span className="flex gap-2">
        {shown.map(({ id, variant }) =>
          variant.product?.mainImage ? (
            <Thumbnail
              key={id}
              address={variant.product.mainImage}
              alt={variant.product.name}
              className="aspect-4/5 w-14 rounded-xs"
            />
          ) : null,
        )}
        {order.items.length > shown.length && (
          <span className="grid aspect-4/5 w-14 place-items-center bg-paper text-muted text-sm">
            +{order.items.length - shown.length}
          </span>
        )}
      </span>
    </button>
  )
}

/** Whether its money is still to come, of which nothing else in the row speaks. */
function isOwed(order: WireOrder): boolean {
  const { status, paymentStatus } = order
  return status !== 'CANCELLED' && paymentStatus !== 'REFUNDED' && !isPaid(order)
}

function StatusBadge({ status }: { status: string }) {
  const look =
    { DELIVERED: 'bg-paper text-good', CANCELLED: 'bg-paper text-bad', PENDING: 'bg-paper text-ink' }[status] ??
    'bg-nar-soft text-ink'
  return <span className={`whitespace-nowrap rounded-xs px-2 py-0.5 text-sm ${look}`}>{statusLabel(status)}</span>
}

function OrdersComing() {
  return (
    <div role="status" aria-label="Siparişler yükleniyor" className="grid gap-8">
      {[1, 2, 3].map((n) => (
        <div key={n} className="grid grid-cols-1 gap-3">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-17 w-32" />
        </div>
      ))}
    </div>
  )
}
