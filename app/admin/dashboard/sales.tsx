import { lazy, Suspense } from 'react'
import type { WireDashboard, WireSales } from '#api/wire/admin/dashboard.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { formatTl } from '#shop/money.ts'
import { dayName } from '../parts/day-name.ts'

/** Its library is fetched when there is something to draw. */
const SalesChart = lazy(() => import('./sales-chart.tsx'))

/** Today and this week against the same stretch before, and the last thirty days. */
export function SalesFigures({ sales }: { sales: NonNullable<WireDashboard['sales']> }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Stretch title="Bugün" now={sales.today} then={sales.yesterday} before="dün" compared="dün bu saate kadar" />
        <Stretch
          title="Bu hafta"
          now={sales.thisWeek}
          then={sales.lastWeek}
          before="geçen hafta"
          compared="geçen hafta bu ana kadar"
        />
      </div>
      <section aria-labelledby="days" className="min-w-0">
        <h2 id="days" className="mb-3 text-muted text-sm">
          Son 30 gün
        </h2>
        {sales.days.some(({ amount }) => amount > 0) ? (
          <Suspense fallback={<Skeleton className="h-64" />}>
            <SalesChart days={sales.days} />
          </Suspense>
        ) : (
          <p className="border border-line bg-surface px-4 py-10 text-center">
            Bu günlerde satış yok. İlk satıştan sonra her günün tutarı burada görünür.
          </p>
        )}
        {sales.days.some(({ orders }) => orders > 0) && <DayTable days={sales.days} />}
        <p className="mt-3 text-muted text-sm">
          Tutarlar, siparişin verildiği İstanbul gününe yazılır ve iadeler aynı günden düşülür; tamamı iade edilen
          sipariş sayılmaz.
        </p>
      </section>
    </>
  )
}

type StretchProps = { title: string; now: WireSales; then: WireSales; before: string; compared: string }

function Stretch({ title, now, then, before, compared }: StretchProps) {
  return (
    <section aria-label={title} className="border border-line bg-surface p-4">
      <h2 className="text-muted text-sm">{title}</h2>
      <p className="mt-1 font-display text-2xl tabular-nums">{formatTl(now.amount)}</p>
      <p className="mt-1 text-sm">
        <Change now={now.amount} then={then.amount} />{' '}
        <span className="text-muted">
          {compared}: {formatTl(then.amount)}
        </span>
      </p>
      <dl className="mt-4 grid gap-1 border-line border-t pt-3 text-sm">
        <Fact name="Sipariş" value={String(now.orders)} before={`${before} ${then.orders}`} />
        <Fact name="Ortalama sepet" value={formatTl(now.average)} before={`${before} ${formatTl(then.average)}`} />
      </dl>
    </section>
  )
}

function Fact({ name, value, before }: { name: string; value: string; before: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="ml-auto text-right tabular-nums">
        {value} <span className="text-muted">({before})</span>
      </dd>
    </div>
  )
}

/** How much more or less, in words and percent; nothing to compare with says so. */
function Change({ now, then }: { now: number; then: number }) {
  if (then === 0) return null
  const percent = Math.round(((now - then) / then) * 100)
  if (percent === 0) return <span className="font-medium">Aynı</span>
  return (
    <span className={`font-medium ${percent > 0 ? 'text-good' : 'text-bad'}`}>
      %{Math.abs(percent).toLocaleString('tr-TR')} {percent > 0 ? 'fazla' : 'az'}
    </span>
  )
}

/** The chart in numbers, for whoever cannot see it or wants to know exactly. */
function DayTable({ days }: { days: NonNullable<WireDashboard['sales']>['days'] }) {
  return (
    <details className="mt-2 text-sm">
      <summary className="flex min-h-11 items-center underline decoration-line underline-offset-4">
        Tablo olarak göster
      </summary>
      <table className="w-full sm:max-w-120">
        <thead className="text-left text-muted">
          <tr className="border-line border-b">
            <th scope="col" className="py-1.5 font-normal">
              Gün
            </th>
            <th scope="col" className="py-1.5 text-right font-normal">
              Sipariş
            </th>
            <th scope="col" className="py-1.5 text-right font-normal">
              Satış
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {days.toReversed().map(({ day, amount, orders }) => (
            <tr key={day} className="border-line border-b">
              <th scope="row" className="py-1.5 text-left font-normal">
                {dayName(day)}
              </th>
              <td className="py-1.5 text-right">{orders}</td>
              <td className="py-1.5 text-right">{formatTl(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
