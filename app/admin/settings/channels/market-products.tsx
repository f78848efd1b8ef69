import { useState } from 'react'
import { Link } from 'react-router'
import type { WireMarket, WireMarketProducts } from '#api/wire/admin/channels.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { adminCall } from '../../parts/api.ts'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'
import { MapCategory } from './map-category.tsx'

type Mapped = WireMarketProducts['categories'][number]

/** The shop's categories as the marketplace calls them, and its products on their way into its catalog. */
export function MarketProducts({ market }: { market: WireMarket }) {
  const { state, again } = useLoaded('market-products', (signal) =>
    adminCall<'GET /admin/marketplace/products'>('GET', '/admin/marketplace/products', undefined, { signal }),
  )
  const [mapping, setMapping] = useState<Mapped>()
  const found = state.kind === 'ready' ? state.value.data.products : null
  if (!found) return null
  return (
    <section>
      <h3 className="font-semibold">Ürünleri {market.title}’da açma</h3>
      <p className="mb-2 text-muted text-sm">
        Her kategoriyi bir kez eşleyin; barkodlu ürünleri oradan gönderirsiniz. {market.title} onaylayınca satışa çıkar.
      </p>
      <ul className="mb-3 border-line border-t text-sm">
        {found.categories.map((category) => (
          <li key={category.id} className="flex flex-wrap items-center gap-x-4 border-line border-b py-1">
            <span className="min-w-0 grow basis-40 break-words">
              <span className="block font-medium">{category.name}</span>
              <span className="text-muted">{category.market?.name ?? 'Eşlenmedi; gönderilmez'}</span>
            </span>
            <Button look="quiet" onClick={() => setMapping(category)}>
              {category.market ? 'Değiştir' : 'Eşle'}
              <span className="sr-only">: {category.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Send market={market} found={found} onSent={again} />
      <Refused found={found} />
      <Panel
        open={mapping !== undefined}
        onClose={() => setMapping(undefined)}
        title={`${mapping?.name ?? ''}: ${market.title} kategorisi`}
        side="right"
      >
        {mapping && (
          <MapCategory
            category={mapping}
            title={market.title}
            onSaved={() => {
              setMapping(undefined)
              again()
            }}
          />
        )}
      </Panel>
    </section>
  )
}

type SendProps = { market: WireMarket; found: WireMarketProducts; onSent: () => void }

function Send({ market, found, onSent }: SendProps) {
  const { busy, submit } = useAdminSubmit('Ürünler gönderilemedi')
  const send = () =>
    submit(async () => {
      const { message } = await adminCall<'POST /admin/marketplace/products'>('POST', '/admin/marketplace/products')
      onSent()
      return message
    })
  const hasMapped = found.categories.some(({ market }) => market !== null)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <Button look="secondary" disabled={busy || !market.settings.brand || !hasMapped} onClick={send}>
        Yeni ürünleri gönder
      </Button>
      <span className="text-muted">
        {market.settings.brand
          ? `${found.made.toLocaleString('tr-TR')} beden açıldı, ${found.waiting.toLocaleString('tr-TR')} beden yolda`
          : 'Göndermek için önce markanızı seçip kaydedin.'}
      </span>
    </div>
  )
}

function Refused({ found: { failures } }: { found: WireMarketProducts }) {
  if (failures.length === 0) return null
  return (
    <div className="mt-3">
      <h4 className="font-semibold text-bad text-sm">Kabul edilmeyenler</h4>
      <p className="text-muted text-sm">Nedenini giderip yeniden gönderin.</p>
      <RefusedProducts failures={failures} />
    </div>
  )
}

/** Products that the marketplace did not take, with its reasons. */
export function RefusedProducts({ failures }: { failures: WireMarketProducts['failures'] }) {
  return (
    <ul className="border-line border-t text-sm">
      {failures.map(({ productId, name, barcode, error }) => (
        <li key={barcode} className="border-line border-b py-1">
          <Link
            to={`/admin/urunler/${productId}`}
            className="flex min-h-11 items-center break-words underline decoration-line underline-offset-4"
          >
            {name}
          </Link>
          <p className="pb-2 text-muted">
            {barcode}: {error}
          </p>
        </li>
      ))}
    </ul>
  )
}
