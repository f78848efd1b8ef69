import { useState } from 'react'
import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { adminCall } from '../parts/api.ts'
import { SaleDialog } from './dialog.tsx'
import { SaleSheet } from './sheet.tsx'
import { discountText, timesText } from './words.ts'

type SaleOfProductProps = {
  product: WireAdminProduct
  /** Something unsaved stands in the editor: prices that move now would be a conflict with it. */
  unsaved: boolean
  /** The prices may have moved: the editor reads the product again. */
  onMoved: () => void
}

/** The sales of a product that run or come, beside its price. */
export function SaleOfProduct({ product, unsaved, onMoved }: SaleOfProductProps) {
  const query = `product=${product.id}&limit=20`
  const { state, again } = useLoaded(`${query} ${product.version}`, (signal) =>
    adminCall<'GET /admin/sales'>('GET', `/admin/sales?${query}`, undefined, { signal }),
  )
  const [planning, setPlanning] = useState(false)
  const [opened, setOpened] = useState<string>()
  const open = state.kind === 'ready' ? state.value.data.filter((sale) => /PLANNED|RUNNING/.test(sale.state)) : []
  function changed() {
    again()
    onMoved()
  }
  return (
    <section aria-labelledby="product-sale">
      <h3 id="product-sale" className="mb-1 font-medium text-sm">
        İndirim
      </h3>
      {open.length > 0 && (
        <ul className="mb-2 border-line border-t text-sm">
          {open.map((sale) => (
            <li key={sale.id}>
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => setOpened(sale.id)}
                className="grid min-h-11 w-full gap-0.5 border-line border-b py-2 text-left hover:bg-paper"
              >
                <span className="font-medium">
                  {sale.state === 'RUNNING' ? 'Sürüyor' : 'Planlandı'}: {discountText(sale)}
                </span>
                <span className="text-muted">{timesText(sale)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {open.some(({ state }) => state === 'RUNNING') && (
        <p className="mb-2 text-muted text-sm">
          Bir bedenin fiyatını burada değiştirirseniz indirimi biter ve yeni fiyat kalır.
        </p>
      )}
      <Button look="secondary" size="small" disabled={unsaved} onClick={() => setPlanning(true)}>
        İndirim planla
      </Button>
      {unsaved && <p className="mt-1 text-muted text-sm">Önce değişiklikleri kaydedin.</p>}
      <SaleDialog open={planning} product={product} onClose={() => setPlanning(false)} onSaved={changed} />
      <SaleSheet id={opened} onClose={() => setOpened(undefined)} onChanged={changed} />
    </section>
  )
}
