import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { adminCall } from '../parts/api.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { ProductForm } from './form/form.tsx'
import { readKeptDraft } from './form/kept-draft.ts'

/** One page for adding and changing a product. */
export default function ProductEditor() {
  const { id } = useParams()
  return <LoadedEditor key={id ?? 'yeni'} id={id} />
}

function LoadedEditor({ id }: { id: string | undefined }) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { state, again } = useLoaded(id ?? 'yeni', (signal) => load(id, signal))
  return (
    <>
      <Link to="/admin/urunler" className="inline-block py-2 text-muted text-sm underline underline-offset-4">
        Ürünler
      </Link>
      {state.kind === 'loading' && <EditorComing />}
      {state.kind === 'failed' && (
        <ListFailed error={state.error} otherwise="Ürünler yüklenirken hata oluştu" onAgain={again} />
      )}
      {state.kind === 'ready' && (
        <ProductForm
          // Read again, the product has another version: the form starts over with its prices.
          key={state.value.product?.version}
          product={state.value.product}
          kept={state.value.kept}
          categories={state.value.categories}
          categoryId={state.value.categories.find(({ slug }) => slug === params.get('kategori'))?.id ?? ''}
          onCreated={(product) => navigate(`/admin/urunler/${product.id}`, { replace: true })}
          onPricesMoved={again}
        />
      )}
    </>
  )
}

async function load(id: string | undefined, signal: AbortSignal) {
  const [product, categories] = await Promise.all([
    id
      ? adminCall<'GET /admin/products/{id}'>('GET', `/admin/products/${encodeURIComponent(id)}`, undefined, { signal })
      : undefined,
    adminCall<'GET /admin/categories'>('GET', '/admin/categories', undefined, { signal }),
  ])
  return { product: product?.data, categories: categories.data, kept: readKeptDraft(id) }
}

function EditorComing() {
  return (
    <div role="status" aria-label="Ürün yükleniyor" className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-4">
        <Skeleton className="h-9 w-64" />
        <Skeleton className="h-12" />
        <Skeleton className="h-48" />
        <Skeleton className="h-64" />
      </div>
      <Skeleton className="h-96" />
    </div>
  )
}
