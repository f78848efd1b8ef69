import { useState } from 'react'
import { Link } from 'react-router'
import type { WireAdminCategory, WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { adminCall } from '../parts/api.ts'
import { EmptyList, ListHead, ListState, QueryPages } from '../parts/list-parts.tsx'
import { Filter, SearchBox } from '../parts/search-box.tsx'
import { queryString, useQuery } from '../parts/use-query.ts'
import { BulkBar } from './bulk/bar.tsx'
import { scopeAddress } from './bulk/scope.ts'
import { useTicks } from './bulk/use-ticks.ts'
import { CopyDialog } from './form/copy-dialog.tsx'
import { DeleteDialog } from './form/delete-dialog.tsx'
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
  const asked = askedOf(query)
  const { state, again } = useLoaded(asked, (signal) =>
    adminCall<'GET /admin/products'>('GET', `/admin/products?${asked}`, undefined, { signal }),
  )
  const categories = useCategories()
  const ticks = useTicks()
  const [deleting, setDeleting] = useState<WireAdminProduct>()
  const [copying, setCopying] = useState<WireAdminProduct>()
  const category = categories.find(({ slug }) => slug === categorySlug)
  const filtered = ['q', 'durum', 'stok', 'kategori'].some((name) => query.get(name) !== '')
  const add = categorySlug ? `/admin/urunler/yeni?kategori=${encodeURIComponent(categorySlug)}` : '/admin/urunler/yeni'

  return (
    <>
      <ListHead
        title={category ? `${category.name} ürünleri` : 'Ürünler'}
        count={state.kind === 'ready' && `${state.value.pagination?.total ?? state.value.data.length} ürün`}
      >
        <div className="flex flex-wrap items-center gap-2">
          <Link to={scopeAddress({ filter: filterOf(query) }).to} className={buttonClass('quiet')}>
            Toplu değiştir
          </Link>
          <Link to="/admin/urunler/aktar" className={buttonClass('quiet')}>
            İçe / dışa aktar
          </Link>
          <Link to={add} className={buttonClass('primary', 'px-4!')}>
            Ürün ekle
          </Link>
        </div>
      </ListHead>
      <Filters query={query} categories={categories} />
      {ticks.chosen.size > 0 && <BulkBar ids={[...ticks.chosen]} onClear={ticks.clear} />}
      <ListState state={state} what="Ürünler" otherwise="Ürünler yüklenirken hata oluştu" onAgain={again} />
      {state.kind === 'ready' &&
        (state.value.data.length === 0 ? (
          <NoProducts filtered={filtered} onClear={query.clear} />
        ) : (
          <div className={state.refreshing ? 'opacity-60' : ''}>
            <ProductTable products={state.value.data} ticks={ticks} onDelete={setDeleting} onCopy={setCopying} />
            <QueryPages query={query} list={state.value} />
          </div>
        ))}
      <DeleteDialog product={deleting} onClose={() => setDeleting(undefined)} onDeleted={again} />
      <CopyDialog product={copying} onClose={() => setCopying(undefined)} />
    </>
  )
}

/** The address in the words of the API. */
function askedOf(query: ReturnType<typeof useQuery>): string {
  return queryString({
    ...filterOf(query),
    page: query.page,
    limit: perPage,
    sort: sorts[query.get('sirala')] ?? '',
  })
}

function filterOf(query: ReturnType<typeof useQuery>) {
  return {
    q: query.get('q'),
    category: query.get('kategori'),
    state: states[query.get('durum')] ?? '',
    stock: stocks[query.get('stok')] ?? '',
  }
}

/** For the filter; a list without it still works. */
function useCategories(): WireAdminCategory[] {
  const { state } = useLoaded('categories', (signal) =>
    adminCall<'GET /admin/categories'>('GET', '/admin/categories', undefined, { signal }),
  )
  return state.kind === 'ready' ? state.value.data : []
}

const stateOptions = [
  { value: '', label: 'Tüm durumlar' },
  { value: 'yayinda', label: 'Yayında' },
  { value: 'taslak', label: 'Taslak' },
]
const stockOptions = [
  { value: '', label: 'Tüm stoklar' },
  { value: 'tukendi', label: 'Tükendi' },
  { value: 'az', label: 'Az kaldı' },
  { value: 'var', label: 'Stokta' },
]
const sortOptions = [
  { value: '', label: 'Önce yeniler' },
  { value: 'ad', label: 'Ada göre' },
  { value: 'fiyat-artan', label: 'Fiyat: artan' },
  { value: 'fiyat-azalan', label: 'Fiyat: azalan' },
  { value: 'stok-artan', label: 'Stok: artan' },
  { value: 'stok-azalan', label: 'Stok: azalan' },
]

function Filters({ query, categories }: { query: ReturnType<typeof useQuery>; categories: WireAdminCategory[] }) {
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
      <Filter label="Duruma göre süz" options={stateOptions} {...filter('durum')} />
      <Filter label="Stoğa göre süz" options={stockOptions} {...filter('stok')} />
      <Filter label="Sırala" options={sortOptions} {...filter('sirala')} />
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
