import '../shipping/packing.css'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import type { WireStocktake } from '#api/wire/admin/stock.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { formatMoment } from '#shop/time.ts'
import { mayOpen } from '../page-rights.ts'
import { adminCall } from '../parts/api.ts'
import { ListState } from '../parts/list-parts.tsx'
import { useRights } from '../parts/rights.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { Counting } from './counting.tsx'

/** The count of the shelves that is open, or the way to begin one, and those that were booked before. */
export default function StocktakePage() {
  const { state, again } = useLoaded('stocktakes', (signal) =>
    adminCall<'GET /admin/stocktakes'>('GET', '/admin/stocktakes', undefined, { signal }),
  )
  const [ended, setEnded] = useState<'here' | 'elsewhere'>()
  const end = (where?: 'here') => {
    setEnded(where)
    again()
  }
  const look = useCallback(() => {
    setEnded((where) => where ?? 'elsewhere')
    again()
  }, [again])
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="font-display text-2xl">Stok sayımı</h1>
        <Link to="/admin/urunler" className="py-2 text-sm underline decoration-line underline-offset-4">
          Ürünlere dön
        </Link>
      </div>
      <ListState state={state} what="Sayım" otherwise="Sayım alınamadı" onAgain={again} />
      {state.kind === 'ready' &&
        (state.value.data.open ? (
          <Counting
            key={state.value.data.open.id}
            take={state.value.data.open}
            onEnded={() => end('here')}
            onOver={look}
          />
        ) : (
          <div className="grid gap-8">
            {ended === 'elsewhere' && (
              <p role="alert" data-tone="bad" className="packing-word">
                Bu sayım başka bir cihazda bitirildi; bundan sonra okuttuklarınız sayılmadı.
              </p>
            )}
            <Begin onBegun={() => end()} />
            <Earlier takes={state.value.data.earlier} />
          </div>
        ))}
    </>
  )
}

const packing = '/admin/siparisler/paketleme'

function Begin({ onBegun }: { onBegun: () => void }) {
  const rights = useRights()
  const { busy, submit } = useAdminSubmit('Sayım başlatılamadı')
  const begin = () =>
    submit(async () => {
      await adminCall<'POST /admin/stocktakes'>('POST', '/admin/stocktakes')
      onBegun()
    })
  return (
    <div className="grid justify-items-start gap-4 border-line border-y py-6">
      <p className="max-w-prose">
        Raftaki parçaları barkod okuyucuyla, telefonun kamerasıyla ya da elle sayın. Siz sayarken satış sürebilir: bir
        bedenin sayımı başladıktan sonra satılanlar hesaba katılır. Birkaç telefonla aynı anda sayabilir, sayfayı
        kapatıp sonra devam edebilirsiniz. Stoklar ancak farkları işlediğinizde değişir.
      </p>
      <p className="max-w-prose">
        <strong>Satılıp henüz paketlenmemiş parçaları saymayın:</strong> onlar stoktan düşmüştür; sayarsanız yeniden
        satışa çıkar. Sayımdan önce raftan ayırın.{' '}
        {mayOpen(rights, packing) && (
          <Link to={packing} className="underline underline-offset-4">
            Paketlenecek siparişler
          </Link>
        )}
      </p>
      <Button disabled={busy} onClick={begin}>
        {busy ? 'Başlatılıyor…' : 'Sayımı başlat'}
      </Button>
    </div>
  )
}

function Earlier({ takes }: { takes: WireStocktake[] }) {
  if (takes.length === 0) return null
  return (
    <section aria-labelledby="earlier-counts">
      <h2 id="earlier-counts" className="mb-1 text-muted text-sm">
        Önceki sayımlar
      </h2>
      <ul className="border-line border-t text-sm">
        {takes.map(({ id, endedAt, createdAt, reason, startedBy, sizes, added, missing }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 border-line border-b py-3">
            <span className="min-w-0">
              <span className="block break-words font-medium">{reason}</span>
              <span className="text-muted">
                {formatMoment(endedAt ?? createdAt)}
                {startedBy && ` · ${startedBy}`}
              </span>
            </span>
            <span className="tabular-nums">
              {sizes} beden · {added} fazla · {missing} eksik
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
