import { Link } from 'react-router'
import type { WireProductReasons } from '#api/wire/admin/returns.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { fitNotes } from '#shop/catalog/garment.ts'
import { countedReasons, type ReturnReason, returnReasons } from '#shop/returns/kinds.ts'
import { adminCall } from '../parts/api.ts'
import { EmptyList, ListState } from '../parts/list-parts.tsx'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

type Told = Pick<WireProductReasons, 'delivered' | 'reasons'>

/** Why pieces came back in the last year: by product, and within it by color and size. */
export function ReturnReasons() {
  const { state, again, change } = useLoaded('return-reasons', (signal) =>
    adminCall<'GET /admin/return-reasons'>('GET', '/admin/return-reasons', undefined, { signal }),
  )
  if (state.kind !== 'ready')
    return <ListState state={state} what="Nedenler" otherwise="Nedenler alınamadı" onAgain={again} />
  if (state.value.data.length === 0) {
    return <EmptyList title="Henüz iade yok">Son bir yılın iadeleri, nedenleriyle burada toplanır.</EmptyList>
  }
  return (
    <>
      <p className="mb-4 text-muted text-sm">
        Son bir yılda teslim edilen parçalar ve geri gelenler; yüzde, teslim edilenlerin kaçının o nedenle geldiğidir.
      </p>
      <div className="overflow-x-auto">
        <table className="w-full bg-surface text-sm tabular-nums">
          <thead>
            <tr className="border-line border-b text-left text-muted">
              <th scope="col" className="px-3 py-2 font-normal">
                Ürün
              </th>
              <th scope="col" className="px-3 py-2 text-right font-normal">
                Teslim
              </th>
              <th scope="col" className="px-3 py-2 text-right font-normal">
                Kusurlu duran
              </th>
              {returnReasons.map((reason) => (
                <th key={reason} scope="col" className="px-3 py-2 text-right font-normal">
                  {countedReasons[reason]}
                </th>
              ))}
            </tr>
          </thead>
          {state.value.data.map((product) => (
            <ProductRows
              key={product.productId}
              product={product}
              onChanged={(data) => change((answer) => ({ ...answer, data }))}
            />
          ))}
        </table>
      </div>
    </>
  )
}

type RowsProps = { product: WireProductReasons; onChanged: (all: WireProductReasons[]) => void }

function ProductRows({ product, onChanged }: RowsProps) {
  const { productId, name, variants } = product
  return (
    <tbody className="border-line border-b">
      <tr>
        <th scope="rowgroup" className="min-w-48 wrap-anywhere px-3 py-2 text-left font-medium">
          <Link to={`/admin/urunler/${productId}`} className="hover:underline">
            {name}
          </Link>
          <FitNote product={product} onChanged={onChanged} />
        </th>
        <Counts told={product} faulty={product.faulty} />
      </tr>
      {variants.length > 1 &&
        variants.map((variant) => (
          <tr key={`${variant.color} ${variant.size}`} className="text-muted">
            <th scope="row" className="wrap-anywhere px-3 py-1 text-left font-normal">
              · {variant.color}, {variant.size}
            </th>
            <Counts told={variant} />
          </tr>
        ))}
    </tbody>
  )
}

function Counts({ told: { delivered, reasons }, faulty = 0 }: { told: Told; faulty?: number }) {
  return (
    <>
      <td className="px-3 py-1 text-right">{delivered}</td>
      <td className="px-3 py-1 text-right">{faulty || '–'}</td>
      {returnReasons.map((reason) => (
        <td key={reason} className="whitespace-nowrap px-3 py-1 text-right">
          {shareOf(delivered, reasons, reason)}
        </td>
      ))}
    </>
  )
}

/** '3 (%30)' */
function shareOf(delivered: number, reasons: Told['reasons'], reason: ReturnReason): string {
  const n = reasons[reason] ?? 0
  return n === 0 ? '–' : `${n} (%${Math.round((n * 100) / Math.max(delivered, n))})`
}

/** The fit note on the product's page, or the one suggested for it; the owner decides with a tap. */
function FitNote({ product: { productId, name, fitNote, finding }, onChanged }: RowsProps) {
  const { busy, submit } = useAdminSubmit('Not kaydedilemedi. Lütfen tekrar deneyin.')
  const set = (note: 'SMALL' | 'BIG' | null) =>
    submit(async () => {
      const path = `/admin/products/${productId}/fit-note` as const
      const { data, message } = await adminCall<'PUT /admin/products/{id}/fit-note'>('PUT', path, { note })
      onChanged(data)
      return message
    })
  if (fitNote) {
    return (
      <p className="font-normal">
        Sayfasında yazıyor: “{fitNotes[fitNote]}”
        <Button look="quiet" size="small" disabled={busy} onClick={() => set(null)}>
          Kaldır<span className="sr-only">: {name}</span>
        </Button>
      </p>
    )
  }
  if (!finding) return null
  return (
    <p className="font-normal">
      <Button look="secondary" size="small" disabled={busy} onClick={() => set(finding)}>
        Sayfasına yaz: “{fitNotes[finding]}”<span className="sr-only">: {name}</span>
      </Button>
    </p>
  )
}
