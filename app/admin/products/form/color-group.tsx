import { useState } from 'react'
import { Link } from 'react-router'
import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { adminCall } from '../../parts/api.ts'
import { CopyDialog } from './copy-dialog.tsx'

/** The other colors of the design, each a product of its own. */
export function ColorGroup({ product }: { product: WireAdminProduct }) {
  const [copying, setCopying] = useState(false)
  return (
    <section aria-labelledby="renk-grubu">
      <h2 id="renk-grubu" className="mb-2 font-medium text-sm">
        Diğer renkler
      </h2>
      {product.groupId ? (
        <Siblings product={product} groupId={product.groupId} />
      ) : (
        <p className="mb-2 text-muted text-sm">Bu ürün bir renk grubunda değil.</p>
      )}
      <Button look="secondary" className="px-4!" onClick={() => setCopying(true)}>
        Başka renkte çoğalt
      </Button>
      <CopyDialog product={copying ? product : undefined} onClose={() => setCopying(false)} />
    </section>
  )
}

function Siblings({ product, groupId }: { product: WireAdminProduct; groupId: string }) {
  const { state } = useLoaded(groupId, (signal) =>
    adminCall<'GET /admin/product-groups'>('GET', '/admin/product-groups', undefined, { signal }),
  )
  if (state.kind !== 'ready') return null
  const others = state.value.data
    .find((group) => group.id === groupId)
    ?.members.filter((member) => member.product.id !== product.id)
  return (
    <ul className="mb-3 grid gap-1">
      {others?.map(({ product: { id, name, mainImage, published } }) => (
        <li key={id}>
          <Link to={`/admin/urunler/${id}`} className="flex min-h-11 items-center gap-3 text-sm hover:underline">
            {mainImage ? (
              <img src={mainImage} alt="" loading="lazy" className="h-12 w-10 shrink-0 bg-line object-cover" />
            ) : (
              <span className="h-12 w-10 shrink-0 bg-line" />
            )}
            <span className="min-w-0">
              {name}
              {!published && <span className="text-muted"> · Taslak</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
