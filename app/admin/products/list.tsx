import { useState } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { adminCall } from '../admin-api.ts'
import { EmptyList, ListFailed, Pages, TableComing } from '../list-parts.tsx'
import { Filter, SearchBox } from '../search-box.tsx'
import { queryString, useQuery } from '../use-query.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import type { AdminCategory, AdminProduct } from './product-shape.ts'
import { ProductTable } from './product-table.tsx'

const perPage = 25

const states: Record<string, string> = { yayinda: 'published', taslak: 'draft' }
const stocks: Record<string, string> = { tukendi: 'out', az: 'low', var: 'in' }
const sorts: Record<string, string> = {
  ad: 'name',
  'fiyat-artan': 'price-asc',
  'fiyat-azalan': 'price-desc',
  'stok-artan': 'stock-asc',
  'stok-azalan': 'stock-desc',
}

/** All products, drafts too. Search, filters, order and page are in the address; with a category, that category's list. */
export default function ProductList() {
  const query = useQuery()
  const categorySlug = query.get('kategori')
  const asked = queryString({
    page: query.page,
    limit: perPage,
    q: query.get('q'),
    category: categorySlug,
    state: states[query.get('durum')] ?? '',
    stock: stocks[query.get('stok')] ?? '',
    sort: sorts[query.get('sirala')] ?? '',
  })
  const { state, again } = useLoaded(asked, (signal) =>
    adminCall<AdminProduct[]>('GET', `/admin/products?${asked}`, undefined, { signal }),
  )
  const categories = useCategories()
  const [deleting, setDeleting] = useState<AdminProduct>()
  const [copying, setCopying] = useState<AdminProduct>()
  const category = categories.find(({ slug }) => slug === categorySlug)
  const filtered = ['q', 'durum', 'stok', 'kategori'].some((name) => query.get(name) !== '')
  const add = categorySlug ? `/admin/urunler/yeni?kategori=${encodeURIComponent(categorySlug)}` : '/admin/urunler/yeni'

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h1 className="font-display text-2xl">{category ? `${category.name} ürünleri` : 'Ürünler'}</h1>
          <p role="status" className="text-muted text-sm">
            {state.kind === 'ready' && `${state.value.pagination?.total ?? state.value.data.length} ürün`}
          </p>
        </div>
        <Link to={add} className={buttonClass('primary', 'px-4!')}>
          Ürün ekle
        </Link>
      </div>
      <Filters query={query} categories={categories} />
      {state.kind === 'loading' && <TableComing what="Ürünler" />}
      {state.kind === 'failed' && (
        <ListFailed error={state.error} otherwise="Ürünler yüklenirken hata oluştu" onAgain={again} />
      )}
      {state.kind === 'ready' &&
        (state.value.data.length === 0 ? (
          <NoProducts filtered={filtered} onClear={query.clear} />
        ) : (
          <div className={state.refreshing ? 'opacity-60' : ''}>
            <ProductTable products={state.value.data} onDelete={setDeleting} onCopy={setCopying} />
            <Pages
              page={query.page}
              pages={state.value.pagination?.totalPages ?? 1}
              onPage={(page) => query.set({ sayfa: page > 1 ? String(page) : '' })}
            />
          </div>
        ))}
      <DeleteDialog product={deleting} onClose={() => setDeleting(undefined)} onDeleted={again} />
      <CopyDialog product={copying} onClose={() => setCopying(undefined)} />
    </>
  )
}

/** For the filter; a list without it still works. */
function useCategories(): AdminCategory[] {
  const { state } = useLoaded('categories', (signal) =>
    adminCall<AdminCategory[]>('GET', '/admin/categories', undefined, { signal }),
  )
  return state.kind === 'ready' ? state.value.data : []
}

function Filters({ query, categories }: { query: ReturnType<typeof useQuery>; categories: AdminCategory[] }) {
  const filter = (name: string) => ({
    value: query.get(name),
    onChange: (value: string) => query.filter({ [name]: value }),
  })
  return (
    <search className="mb-4 flex flex-wrap gap-3 max-sm:[&>input]:basis-full max-md:[&>select]:grow">
      <SearchBox
        label="Ürün ara"
        placeholder="Ürün adı, SKU veya renk"
        q={query.get('q')}
        onSearch={(q) => query.filter({ q }, { replace: true })}
      />
      <Filter
        label="Kategoriye göre süz"
        options={[
          { value: '', label: 'Tüm kategoriler' },
          ...categories.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
        {...filter('kategori')}
      />
      <Filter
        label="Duruma göre süz"
        options={[
          { value: '', label: 'Tüm durumlar' },
          { value: 'yayinda', label: 'Yayında' },
          { value: 'taslak', label: 'Taslak' },
        ]}
        {...filter('durum')}
      />
      <Filter
        label="Stoğa göre süz"
        options={[
          { value: '', label: 'Tüm stoklar' },
          { value: 'tukendi', label: 'Tükendi' },
          { value: 'az', label: 'Az kaldı' },
          { value: 'var', label: 'Stokta' },
        ]}
        {...filter('stok')}
      />
      <Filter
        label="Sırala"
        options={[
          { value: '', label: 'Önce yeniler' },
          { value: 'ad', label: 'Ada göre' },
          { value: 'fiyat-artan', label: 'Fiyat: artan' },
          { value: 'fiyat-azalan', label: 'Fiyat: azalan' },
          { value: 'stok-artan', label: 'Stok: artan' },
          { value: 'stok-azalan', label: 'Stok: azalan' },
        ]}
        {...filter('sirala')}
      />
    </search>
  )
}

function NoProducts({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered)
    return <EmptyList title="Henüz ürün yok">İlk ürününüzü “Ürün ekle” ile ekleyin; burada görünecek.</EmptyList>
  return (
    <div className="grid justify-items-center gap-3 border-line border-y py-20 text-center">
      <p className="font-display text-xl">Bu aramaya uyan ürün yok</p>
      <Button look="secondary" onClick={onClear}>
        Aramayı temizle
      </Button>
    </div>
  )
}
