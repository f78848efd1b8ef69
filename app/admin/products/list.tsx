import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { WireAdminCategory, WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { useStored, writeStored } from '#app/browser/browser-storage.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { adminCall } from '../parts/api.ts'
import { EmptyList, ListFailed, ListHead, TableComing } from '../parts/list-parts.tsx'
import { Filter, SearchBox } from '../parts/search-box.tsx'
import { queryString, useQuery } from '../parts/use-query.ts'
import { BulkBar } from './bulk/bar.tsx'
import { scopeAddress } from './bulk/scope.ts'
import { useTicks } from './bulk/use-ticks.ts'
import { CopyDialog } from './form/copy-dialog.tsx'
import { DeleteDialog } from './form/delete-dialog.tsx'
import { ChooseColumns } from './table/choose-columns.tsx'
import { shownColumns } from './table/columns.ts'
import { StockHistory } from './table/history.tsx'
import { SavedBar } from './table/said.tsx'
import { ProductSheet } from './table/sheet.tsx'
import { useCells } from './table/use-cells.ts'
import { useProducts } from './table/use-products.ts'
import { Views } from './table/views.tsx'

const states: Record<string, string> = { yayinda: 'published', taslak: 'draft' }
const stocks: Record<string, string> = { tukendi: 'out', az: 'low', var: 'in' }
const onlys: Record<string, string> = { gorselsiz: 'no-picture', indirimde: 'discounted', bekleyen: 'waiting' }
const sorts: Record<string, string> = {
  ad: 'name',
  'fiyat-artan': 'price-asc',
  'fiyat-azalan': 'price-desc',
  'stok-artan': 'stock-asc',
  'stok-azalan': 'stock-desc',
}

/** Where the chosen columns are kept in this browser. */
const columnsKey = 'admin-product-columns'

/** All products, drafts too, as a sheet. Search, filters and order are in the address; with a category, that category's list. */
export default function ProductList() {
  const query = useQuery()
  const categorySlug = query.get('kategori')
  const { rows, error, refreshing, need, replace, again } = useProducts(askedOf(query))
  const cells = useCells(replace)
  const stored = useStored(columnsKey)
  const columns = useMemo(() => shownColumns(stored), [stored])
  const choose = (ids: readonly string[]) => writeStored(columnsKey, ids.join(','))
  const categories = useCategories()
  const ticks = useTicks()
  const [deleting, setDeleting] = useState<WireAdminProduct>()
  const [copying, setCopying] = useState<WireAdminProduct>()
  const [historyOf, setHistoryOf] = useState<string>()
  const acts = useMemo(
    () => ({ onDelete: setDeleting, onCopy: setCopying, onHistory: ({ id }: WireAdminProduct) => setHistoryOf(id) }),
    [],
  )
  const category = categories.find(({ slug }) => slug === categorySlug)
  const filtered = ['q', 'durum', 'stok', 'kategori', 'yalniz', 'etiket'].some((name) => query.get(name) !== '')

  return (
    <>
      <Head
        title={category ? `${category.name} ürünleri` : 'Ürünler'}
        total={rows?.total}
        categorySlug={categorySlug}
        bulk={scopeAddress({ filter: filterOf(query) }).to}
      />
      <Views
        query={query.text(['q', 'kategori', 'durum', 'stok', 'yalniz', 'etiket', 'sirala', 'acik'])}
        columns={columns}
        onColumns={choose}
      />
      <Filters query={query} categories={categories}>
        <ChooseColumns shown={columns} onChoose={choose} />
      </Filters>
      {ticks.chosen.size > 0 && <BulkBar ids={[...ticks.chosen]} onClear={ticks.clear} />}
      {error !== undefined && <ListFailed error={error} otherwise="Ürünler yüklenirken hata oluştu" onAgain={again} />}
      {error === undefined && !rows && <TableComing what="Ürünler" />}
      {error === undefined &&
        rows &&
        (rows.total === 0 ? (
          <NoProducts filtered={filtered} onClear={query.clear} />
        ) : (
          <div aria-busy={refreshing} className="aria-busy:opacity-60">
            <ProductSheet
              key={rows.key}
              products={rows.at}
              onNeed={need}
              columns={columns}
              cells={cells}
              ticks={ticks}
              flat={query.get('acik') !== ''}
              acts={acts}
            />
          </div>
        ))}
      <SavedBar cells={cells} />
      <StockHistory
        product={rows?.at.find((product) => product?.id === historyOf)}
        cells={cells}
        onClose={() => setHistoryOf(undefined)}
      />
      <DeleteDialog product={deleting} onClose={() => setDeleting(undefined)} onDeleted={again} />
      <CopyDialog product={copying} onClose={() => setCopying(undefined)} />
    </>
  )
}

type HeadProps = { title: string; total: number | undefined; categorySlug: string; bulk: string }

function Head({ title, total, categorySlug, bulk }: HeadProps) {
  const add = categorySlug ? `/admin/urunler/yeni?kategori=${encodeURIComponent(categorySlug)}` : '/admin/urunler/yeni'
  return (
    <ListHead title={title} count={total !== undefined && `${total.toLocaleString('tr-TR')} ürün`}>
      <div className="flex flex-wrap items-center gap-2">
        <Link to={bulk} className={buttonClass('quiet', '-ml-2')}>
          Toplu değiştir
        </Link>
        <Link to="/admin/urunler/sayim" className={buttonClass('quiet')}>
          Stok sayımı
        </Link>
        <Link to="/admin/urunler/aktar" className={buttonClass('quiet')}>
          İçe / dışa aktar
        </Link>
        <Link to={add} className={buttonClass('primary', 'px-4!')}>
          Ürün ekle
        </Link>
      </div>
    </ListHead>
  )
}

/** The address in the words of the API. */
function askedOf(query: ReturnType<typeof useQuery>): string {
  return queryString({
    ...filterOf(query),
    sort: sorts[query.get('sirala')] ?? '',
  })
}

function filterOf(query: ReturnType<typeof useQuery>) {
  return {
    q: query.get('q'),
    category: query.get('kategori'),
    state: states[query.get('durum')] ?? '',
    stock: stocks[query.get('stok')] ?? '',
    only: onlys[query.get('yalniz')] ?? '',
    tag: query.get('etiket'),
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
  { value: 'az', label: 'Azalan' },
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

type FiltersProps = { query: ReturnType<typeof useQuery>; categories: WireAdminCategory[]; children: ReactNode }

function Filters({ query, categories, children }: FiltersProps) {
  const filter = (name: string) => ({
    value: query.get(name),
    onChange: (value: string) => query.filter({ [name]: value }),
  })
  return (
    <search className="mb-4 flex flex-wrap gap-3 max-md:[&>select]:grow">
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
      <TagFilter {...filter('etiket')} />
      <Filter label="Sırala" options={sortOptions} {...filter('sirala')} />
      <button
        type="button"
        aria-pressed={query.get('acik') !== ''}
        onClick={() => query.set({ acik: query.get('acik') ? '' : '1' }, { replace: true })}
        className="min-h-11 rounded-xs border border-edge bg-surface px-3 text-sm aria-pressed:border-ink aria-pressed:font-semibold"
      >
        Bedenleri göster
      </button>
      {children}
    </search>
  )
}

/** Nothing where no product has a tag. */
function TagFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { state } = useLoaded('tags', (signal) =>
    adminCall<'GET /admin/product-tags'>('GET', '/admin/product-tags', undefined, { signal }),
  )
  const tags = state.kind === 'ready' ? state.value.data : []
  if (tags.length === 0) return null
  return (
    <Filter
      label="Etikete göre süz"
      options={[
        { value: '', label: 'Tüm etiketler' },
        ...tags.map(({ tag, products }) => ({ value: tag, label: `${tag} (${products})` })),
      ]}
      value={value}
      onChange={onChange}
    />
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
