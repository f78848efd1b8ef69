import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { WireReadBulk } from '#api/wire/admin/bulk.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { ShownUnits } from '#shop/bulk/contract.ts'
import { formatTl, formatWhole } from '#shop/money.ts'
import { seconds } from '#shop/time.ts'
import { adminCall } from '../../parts/api.ts'
import { useTitleFocus } from '../../parts/focus/title.ts'
import { ListHead, ListState } from '../../parts/list-parts.tsx'
import { queryString } from '../../parts/use-query.ts'
import { Actions } from './actions.tsx'
import { Units } from './units.tsx'
import { headingsOf } from './words.ts'

/** One change: what it would do, how far it is, what came of it, and the way back. */
export function ChangePage({ id }: { id: string }) {
  const [shown, setShown] = useState<{ show: ShownUnits | ''; page: number }>({ show: '', page: 1 })
  const asked = queryString({ ...shown, limit: 20 })
  const { state, again } = useLoaded(asked, (signal) =>
    adminCall<'GET /admin/products/bulk/{id}'>('GET', `/admin/products/bulk/${id}?${asked}`, undefined, { signal }),
  )
  useAgainWhileAtWork(state, again)
  return (
    <>
      <ListHead title="Toplu değişiklik" count={false} />
      <ListState state={state} what="Değişiklik" otherwise="Değişiklik yüklenemedi" onAgain={again} />
      {state.kind === 'ready' && (
        <>
          <Head change={state.value.data} onChanged={again} />
          <Units change={state.value.data} shown={shown} onShow={setShown} onChanged={again} />
        </>
      )}
      <p className="mt-6">
        <Link
          to="/admin/urunler/toplu"
          className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-ink"
        >
          Yeni değişiklik ve önceki değişiklikler
        </Link>
      </p>
    </>
  )
}

type Loaded = ReturnType<typeof useLoaded<{ data: WireReadBulk }>>

function useAgainWhileAtWork(state: Loaded['state'], again: () => void) {
  const atWork = state.kind === 'ready' && ['RUNNING', 'UNDOING'].includes(state.value.data.state)
  useEffect(() => {
    if (!atWork || state.refreshing) return
    const next = setTimeout(again, seconds(1))
    return () => clearTimeout(next)
  }, [atWork, state, again])
}

function Head({ change, onChanged }: { change: WireReadBulk; onChanged: () => void }) {
  const title = useTitleFocus(change.state)
  return (
    <div className="mb-6 grid gap-3">
      <h2 {...title} className="break-words font-display text-xl outline-none">
        {change.title}
      </h2>
      <Summary change={change} />
      {change.state === 'READY' &&
        change.warnings.map((warning) => (
          <Notice key={warning} tone="plain">
            {warning}
          </Notice>
        ))}
      <Progress change={change} />
      <Actions change={change} onChanged={onChanged} />
    </div>
  )
}

function Summary({ change }: { change: WireReadBulk }) {
  const { state, total, done, refused, undone, kept, counts, totals } = change
  if (state === 'DONE') {
    const parts = [
      `${formatWhole(done - refused)} ürün değişti.`,
      undone > 0 && `${formatWhole(undone)} ürün geri alındı.`,
      refused + counts.failed > 0 && `${formatWhole(refused + counts.failed)} ürün olduğu gibi kaldı.`,
      kept > 0 && `${formatWhole(kept)} ürün sonradan değiştiği için geri alınamadı.`,
    ]
    return <Notice tone={refused + kept > 0 ? 'plain' : 'good'}>{parts.filter(Boolean).join(' ')}</Notice>
  }
  if (state !== 'READY') return null
  const heads = headingsOf(change).length
  return (
    <div className="grid gap-1">
      <p>
        <b className="tabular-nums">
          {total === 0
            ? 'Değişecek ürün yok'
            : `${formatWhole(total)} ürün${counts.variants > 0 ? `, ${formatWhole(counts.variants)} varyant` : ''} değişecek`}
        </b>
        {total > 0 && heads > 0 && '. Henüz hiçbir şey değişmedi.'}
      </p>
      {totals.price && (
        <p className="text-muted tabular-nums">
          Ortalama fiyat: {formatTl(totals.price.before)} →{' '}
          <span className="text-ink">{formatTl(totals.price.after)}</span>
        </p>
      )}
      {totals.stock && (
        <p className="text-muted tabular-nums">
          Toplam stok: {formatWhole(totals.stock.before)} →{' '}
          <span className="text-ink">{formatWhole(totals.stock.after)} adet</span>
        </p>
      )}
    </div>
  )
}

function Progress({ change: { state, done, total, refused, undone } }: { change: WireReadBulk }) {
  if (state === 'READY' || state === 'DONE') return null
  const back = state === 'UNDOING'
  const [n, of] = back ? [undone, done - refused] : [done, total]
  return (
    <div className="grid gap-1 text-sm">
      <progress
        value={n}
        max={Math.max(1, of)}
        aria-label={back ? 'Geri alınan ürünler' : 'Değiştirilen ürünler'}
        className="h-1 w-full"
      />
      <p role="status" className="tabular-nums">
        {formatWhole(of)} üründen {formatWhole(n)} tanesi {back ? 'geri alındı' : 'değişti'}.
        {state === 'STOPPED' ? ' Durduruldu; değişenler yerinde.' : ' Sayfadan ayrılabilirsiniz; iş sürer.'}
      </p>
    </div>
  )
}
