import { useState } from 'react'
import type { WireSaleSize, WireSaleWithProducts } from '#api/wire/admin/sales.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { formatTl } from '#shop/money.ts'
import { ProductLine } from '../catalog/product-picker.tsx'
import { adminCall } from '../parts/api.ts'
import { DeleteConfirm } from '../parts/delete-confirm.tsx'
import { ListFailed } from '../parts/list-parts.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { SaleDialog } from './dialog.tsx'
import { discountText, lineWords, soldText, stateWords, timesText } from './words.ts'

type SaleSheetProps = { id: string | undefined; onClose: () => void; onChanged: () => void }

/** One sale beside the list. */
export function SaleSheet({ id, onClose, onChanged }: SaleSheetProps) {
  return (
    <Sheet id={id} titleOf={() => 'İndirim'} onClose={onClose}>
      {(id) => <LoadedSale key={id} id={id} onChanged={onChanged} />}
    </Sheet>
  )
}

function LoadedSale({ id, onChanged }: { id: string; onChanged: () => void }) {
  const { state, again } = useLoaded(id, (signal) =>
    adminCall<'GET /admin/sales/{id}'>('GET', `/admin/sales/${encodeURIComponent(id)}`, undefined, { signal }),
  )
  if (state.kind === 'failed') return <ListFailed error={state.error} otherwise="İndirim alınamadı" onAgain={again} />
  if (state.kind === 'loading') {
    return (
      <div role="status" aria-label="İndirim yükleniyor" className="grid gap-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-40" />
      </div>
    )
  }
  return (
    <Detail
      sale={state.value.data}
      onChanged={() => {
        again()
        onChanged()
      }}
    />
  )
}

type DetailProps = { sale: WireSaleWithProducts; onChanged: () => void }

function Detail({ sale, onChanged }: DetailProps) {
  const running = sale.state === 'RUNNING' && sale.lines.length > 1
  const facts = [
    ['Durum', stateWords[sale.state]],
    ['İndirim', discountText(sale)],
    ['Zaman', timesText(sale)],
    ['Satış', soldText(sale)],
    ['Fiyatı elle değişen', sale.overtaken > 0 ? `${sale.overtaken} beden; yeni fiyatları kalır` : ''],
    ['İndirime girmeyen', sale.skipped > 0 ? `${sale.skipped} beden` : ''],
  ].filter(([, text]) => text)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="break-words font-medium text-lg">{sale.name}</p>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
        {facts.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="max-sm:mb-2">{text}</dd>
          </div>
        ))}
      </dl>
      <Actions sale={sale} onChanged={onChanged} />
      <ul className="border-line border-t">
        {sale.lines.map(({ product, sizes }) => (
          <li key={product.id} className="border-line border-b py-2">
            <div className="flex items-center">
              <ProductLine product={product} />
              {running && sizes.some(({ state }) => state === 'RUNNING') && (
                <TakeOut sale={sale} id={product.id} name={product.name} onChanged={onChanged} />
              )}
            </div>
            <Sizes sizes={sizes} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Sizes({ sizes }: { sizes: WireSaleSize[] }) {
  return (
    <ul className="mt-1 grid gap-1 text-sm">
      {sizes.map(({ variantId, color, size, before, price, state }) => (
        <li key={variantId} className="flex flex-wrap justify-between gap-x-4">
          <span>
            {color}, {size}
            {lineWords[state] && <span className="text-muted"> · {lineWords[state]}</span>}
          </span>
          <span className="text-muted tabular-nums">
            {price === null ? formatTl(before) : `${formatTl(before)} yerine ${formatTl(price)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

type TakeOutProps = { sale: WireSaleWithProducts; id: string; name: string; onChanged: () => void }

function TakeOut({ sale, id, name, onChanged }: TakeOutProps) {
  const { busy, submit } = useAdminSubmit('Ürün indirimden çıkarılamadı')
  const takeOut = () =>
    submit(async () => {
      const path = `/admin/sales/${sale.id}/end` as const
      const { message } = await adminCall<'POST /admin/sales/{id}/end'>('POST', path, { productIds: [id] })
      onChanged()
      return message
    })
  return (
    <Button look="quiet" size="small" disabled={busy} aria-label={`${name}: indirimden çıkar`} onClick={takeOut}>
      Çıkar
    </Button>
  )
}

/** Change, cancel or end, as far as its state allows it. */
function Actions({ sale, onChanged }: DetailProps) {
  const [open, setOpen] = useState<'change' | 'end' | 'cancel'>()
  const { busy, submit } = useAdminSubmit('İndirim bitirilemedi')
  if (sale.state === 'ENDED' || sale.state === 'CANCELLED') return null
  const planned = sale.state === 'PLANNED'

  async function end() {
    await submit(async () => {
      const { message } = await adminCall<'POST /admin/sales/{id}/end'>('POST', `/admin/sales/${sale.id}/end`, {})
      onChanged()
      return message
    })
    setOpen(undefined)
  }

  return (
    <div className="flex flex-wrap gap-3">
      <Button look="secondary" onClick={() => setOpen('change')}>
        {planned ? 'Düzenle' : 'Bitişi değiştir'}
      </Button>
      <Button look="danger" onClick={() => setOpen(planned ? 'cancel' : 'end')}>
        {planned ? 'İptal et' : 'Şimdi bitir'}
      </Button>
      <SaleDialog open={open === 'change'} sale={sale} onClose={() => setOpen(undefined)} onSaved={onChanged} />
      <DeleteConfirm
        path={open === 'cancel' ? `/admin/sales/${sale.id}` : undefined}
        title="İndirimi iptal et"
        done="İndirim iptal edildi."
        failed="İndirim iptal edilemedi"
        onClose={() => setOpen(undefined)}
        onDeleted={onChanged}
      >
        <strong>{sale.name}</strong> hiç başlamaz; fiyatlar olduğu gibi kalır.
      </DeleteConfirm>
      <Confirm
        open={open === 'end'}
        title="İndirimi bitir"
        action="Şimdi bitir"
        busy={busy}
        onClose={() => setOpen(undefined)}
        onConfirm={end}
      >
        <strong>{sale.name}</strong> hemen biter ve indirimden önceki fiyatlar geri gelir.
      </Confirm>
    </div>
  )
}
