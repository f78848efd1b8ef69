import { Link } from 'react-router'
import type { WireDashboard } from '#api/wire/admin/dashboard.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { formatDate } from '#shop/time.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { useRights } from '../parts/rights.ts'
import { SalesFigures } from './sales.tsx'
import { SetupPart } from './setup.tsx'
import { refreshDashboard, useDashboard } from './store.ts'
import { newOrdersList, WaitingList } from './waiting.tsx'

/** How the shop is doing, and what waits for somebody. */
export default function Dashboard() {
  const state = useDashboard()
  return (
    <>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="font-display text-2xl">Genel bakış</h1>
        <p className="text-muted text-sm">{formatDate(new Date())}</p>
      </div>
      {state.kind === 'loading' && <Coming />}
      {state.kind === 'failed' && (
        <ListFailed error={state.error} otherwise="Genel bakış alınamadı" onAgain={refreshDashboard} />
      )}
      {state.kind === 'ready' && (
        // On a phone: what waits, then the figures, then the rest.
        <div className="grid items-start gap-8 xl:grid-cols-[1fr_20rem] xl:grid-rows-[auto_1fr]">
          <div className="grid min-w-0 gap-8">
            {state.value.setup && <SetupPart left={state.value.waiting.setupSteps} />}
            <WaitingList {...state.value} />
          </div>
          <div className="grid min-w-0 gap-8 xl:col-start-1 xl:row-span-2 xl:row-start-1">
            {state.value.sales && <SalesFigures sales={state.value.sales} />}
          </div>
          <div className="grid content-start gap-8 sm:max-xl:grid-cols-2">
            <QuickActions waiting={state.value.waiting} />
            <Counts counts={state.value.counts} />
          </div>
        </div>
      )}
    </>
  )
}

/** The orders that come first: those that nobody has seen, then those that are to be prepared or sent. */
function nextOrders({ newOrders, toPrepare, toShip }: WireDashboard['waiting']) {
  const to = (status: string) => `/admin/siparisler?durum=${status}`
  if (newOrders > 0) return { to: newOrdersList, label: `Gelen siparişlere bak (${newOrders})` }
  if (toPrepare > 0) return { to: to('CONFIRMED'), label: `Siparişleri hazırla (${toPrepare})` }
  if (toShip > 0) return { to: to('PREPARED'), label: `Kargoya ver (${toShip})` }
  return { to: '/admin/siparisler', label: 'Siparişler' }
}

function QuickActions({ waiting }: { waiting: WireDashboard['waiting'] }) {
  const rights = useRights()
  const actions = [
    ...(rights.includes('orders') ? [nextOrders(waiting)] : []),
    ...(rights.includes('catalog')
      ? [
          { to: '/admin/urunler/yeni', label: 'Ürün ekle' },
          { to: '/admin/kategoriler?yeni=1', label: 'Kategori ekle' },
        ]
      : []),
  ]
  if (actions.length === 0) return null
  return (
    <section aria-labelledby="quick">
      <h2 id="quick" className="mb-3 text-muted text-sm">
        Hızlı işlemler
      </h2>
      <div className="grid gap-2">
        {actions.map(({ to, label }, index) => (
          <Link key={to} to={to} className={buttonClass(index === 0 ? 'primary' : 'secondary', 'px-4!')}>
            {label}
          </Link>
        ))}
      </div>
    </section>
  )
}

function Counts({ counts }: { counts: WireDashboard['counts'] }) {
  const rights = useRights()
  const rows = [
    ...(rights.includes('catalog')
      ? [
          { to: '/admin/kategoriler', label: 'Kategori', count: counts.categories },
          { to: '/admin/urunler', label: 'Ürün', count: counts.products },
        ]
      : []),
    ...(rights.includes('orders-read') ? [{ to: '/admin/siparisler', label: 'Sipariş', count: counts.orders }] : []),
  ]
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="counts">
      <h2 id="counts" className="mb-1 text-muted text-sm">
        Mağazanızda
      </h2>
      <ul>
        {rows.map(({ to, label, count }) => (
          <li key={to} className="border-line border-b">
            <Link to={to} className="flex min-h-11 items-center justify-between gap-4 hover:text-nar">
              <span>{label}</span>
              <span className="font-medium tabular-nums">{count.toLocaleString('tr-TR')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Coming() {
  return (
    <div role="status" aria-label="Genel bakış yükleniyor" className="grid items-start gap-8 xl:grid-cols-[1fr_20rem]">
      <div className="grid gap-8">
        <div className="grid gap-4 sm:grid-cols-2">
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
        <Skeleton className="h-72" />
      </div>
      <div className="grid gap-8">
        <Skeleton className="h-56" />
        <Skeleton className="h-40" />
      </div>
    </div>
  )
}
