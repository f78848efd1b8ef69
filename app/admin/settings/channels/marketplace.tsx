import { useState } from 'react'
import type { WireMarket } from '#api/wire/admin/channels.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../../parts/api.ts'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'
import { SectionHead } from '../section-parts.tsx'
import { MarketProducts, RefusedProducts } from './market-products.tsx'
import { MarketSettingsForm } from './market-settings.tsx'

/** Nothing at all where no marketplace is set up. */
export function Marketplace() {
  const { state, again } = useLoaded('marketplace', (signal) =>
    adminCall<'GET /admin/marketplace'>('GET', '/admin/marketplace', undefined, { signal }),
  )
  const market = state.kind === 'ready' ? state.value.data.marketplace : null
  if (!market) return null
  return (
    <div className="mb-10">
      <SectionHead title={market.title}>
        Stok ve fiyatlar barkodla eşleşir ve değiştikçe gönderilir; siparişler buradaki siparişlerinizin arasına gelir.
      </SectionHead>
      <div className="grid gap-5">
        {market.lastError && <Notice tone="bad">{market.lastError}.</Notice>}
        <Short market={market} onDecided={again} />
        <Facts market={market} />
        <MarketSettingsForm key={market.version} market={market} onSaved={again} />
        <MarketProducts market={market} />
        <Failures market={market} />
      </div>
    </div>
  )
}

function Facts({ market: { pushedAt, readAt, listings, withoutBarcode } }: { market: WireMarket }) {
  const at = (moment: string | null) => (moment ? formatMoment(new Date(moment)) : 'henüz yok')
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[13rem_minmax(0,1fr)]">
      <dt className="text-muted">Son stok gönderimi</dt>
      <dd>{at(pushedAt)}</dd>
      <dt className="text-muted">Siparişler en son okundu</dt>
      <dd>{at(readAt)}</dd>
      <dt className="text-muted">Gönderilen beden</dt>
      <dd>{listings.toLocaleString('tr-TR')}</dd>
      {withoutBarcode > 0 && (
        <>
          <dt className="text-muted">Barkodu olmayan beden</dt>
          <dd>{withoutBarcode.toLocaleString('tr-TR')} (gönderilemez; barkodları ürün dosyasıyla ekleyebilirsiniz)</dd>
        </>
      )}
    </dl>
  )
}

type ShortPackage = WireMarket['short'][number]

function Short({ market, onDecided }: { market: WireMarket; onDecided: () => void }) {
  const [refusing, setRefusing] = useState<ShortPackage>()
  const { busy, submit } = useAdminSubmit('Karar kaydedilemedi')
  const decide = (packageId: string, decision: 'take' | 'refuse') =>
    submit(async () => {
      const { message } = await adminCall<'POST /admin/marketplace/packages/{id}/decision'>(
        'POST',
        `/admin/marketplace/packages/${packageId}/decision`,
        { decision },
      )
      setRefusing(undefined)
      onDecided()
      return message
    })
  if (market.short.length === 0) return null
  return (
    <section aria-labelledby="short">
      <h3 id="short" className="font-semibold text-bad">
        Alınamayan siparişler
      </h3>
      <p className="mb-2 text-muted text-sm">
        Neden alınamadığı her birinin altında yazar: parça iki yerde birden satılmış ya da barkodu mağazada olmayabilir.
        Stoğunu ya da barkodunu girip siparişi alın; parça yoksa {market.title}’a bildirin.
      </p>
      <ul className="border-line border-t bg-surface text-sm">
        {market.short.map((one) => (
          <li key={one.packageId} className="grid gap-1 border-line border-b px-3 py-3">
            <p className="font-medium">Sipariş {one.orderNumber}</p>
            <p className="break-words">{one.lines.join(', ')}</p>
            <p className="text-muted">{one.reason}</p>
            <div className="flex flex-wrap gap-x-4">
              <Button look="secondary" size="small" disabled={busy} onClick={() => decide(one.packageId, 'take')}>
                Siparişi al
              </Button>
              <Button look="quiet" size="small" disabled={busy} onClick={() => setRefusing(one)}>
                Tedarik edilemiyor
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Confirm
        open={refusing !== undefined}
        title="Tedarik edilemiyor"
        action={`${market.title}’a bildir`}
        busy={busy}
        onClose={() => setRefusing(undefined)}
        onConfirm={() => refusing && decide(refusing.packageId, 'refuse')}
      >
        {refusing?.orderNumber} numaralı siparişin eksik parçaları {market.title} tarafından iptal edilir; bu geri
        alınamaz.
      </Confirm>
    </section>
  )
}

function Failures({ market: { failures, title } }: { market: WireMarket }) {
  if (failures.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title} şu ürünleri almadı</h3>
      <RefusedProducts failures={failures} />
    </section>
  )
}
