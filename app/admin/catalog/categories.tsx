import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { WireAdminCategory } from '#api/wire/admin/catalog.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { areaPages } from '#app/frame/areas.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Area } from '#shop/catalog/contract.ts'
import { adminCall, sentenceOf } from '../parts/api.ts'
import { EmptyList, ListHead, ListState } from '../parts/list-parts.tsx'
import { type Movers, SortableList } from '../parts/sorting/sortable-list.tsx'
import { countsOf } from './category-counts.ts'
import { CategoryDelete } from './category-delete.tsx'
import { CategoryDialog } from './category-dialog.tsx'

/** The categories of each area, in the order in which shoppers see them. */
export default function Categories() {
  const { state, all, again, saved, order } = useCategories()
  const [params] = useSearchParams()
  const [editing, setEditing] = useState<WireAdminCategory | 'new' | undefined>(params.has('yeni') ? 'new' : undefined)
  const [deleting, setDeleting] = useState<WireAdminCategory>()

  return (
    <>
      <ListHead title="Kategoriler" count={state.kind === 'ready' && `${all.length} kategori`}>
        <Button className="px-4!" onClick={() => setEditing('new')}>
          Kategori ekle
        </Button>
      </ListHead>
      <ListState state={state} what="Kategoriler" otherwise="Kategoriler yüklenemedi" onAgain={again} />
      {state.kind === 'ready' && all.length === 0 && (
        <EmptyList title="Henüz kategori yok">
          Ürün ekleyebilmek için önce bir kategori ekleyin; örneğin “Elbise”.
        </EmptyList>
      )}
      <div className="grid gap-8">
        {areaPages.map(({ area, title }) => (
          <AreaCategories
            key={area}
            title={title}
            categories={all.filter((category) => category.area === area)}
            onOrder={(rows) => order(area, rows)}
            onEdit={setEditing}
            onDelete={setDeleting}
          />
        ))}
      </div>
      <CategoryDialog category={editing} onClose={() => setEditing(undefined)} onSaved={saved} />
      <CategoryDelete category={deleting} onClose={() => setDeleting(undefined)} onDeleted={again} />
    </>
  )
}

/** All categories; a change is shown at once, so that the next one is made to them as they are now. */
function useCategories() {
  const { state, again, change } = useLoaded('categories', (signal) =>
    adminCall<'GET /admin/categories'>('GET', '/admin/categories', undefined, { signal }),
  )
  const all = state.kind === 'ready' ? state.value.data : []
  const saveOrder = useOrderSaver(again)
  return {
    state,
    all,
    again,
    saved(category: WireAdminCategory) {
      change((answer) => ({
        ...answer,
        data: answer.data.map((other) => (other.id === category.id ? { ...other, ...category } : other)),
      }))
      again()
    },
    /** Puts the categories of one area in this order. */
    order(area: Area, rows: WireAdminCategory[]) {
      const data = areaPages.flatMap((page) =>
        page.area === area ? rows : all.filter((category) => category.area === page.area),
      )
      change((answer) => ({ ...answer, data }))
      saveOrder(data.map(({ id }) => id))
    },
  }
}

/** Saves orders one after the other, so that the last one stays. */
function useOrderSaver(again: () => void) {
  const before = useRef(Promise.resolve())
  return (ids: string[]) => {
    before.current = before.current.then(async () => {
      try {
        await adminCall('PUT', '/admin/category-order', { ids })
      } catch (error) {
        toast('bad', sentenceOf(error, 'Sıra kaydedilemedi'))
        again()
      }
    })
  }
}

type AreaProps = {
  title: string
  categories: WireAdminCategory[]
  onOrder: (categories: WireAdminCategory[]) => void
  onEdit: (category: WireAdminCategory) => void
  onDelete: (category: WireAdminCategory) => void
}

function AreaCategories({ title, categories, onOrder, onEdit, onDelete }: AreaProps) {
  if (categories.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-muted text-sm">{title}</h2>
      <SortableList items={categories} onOrder={onOrder} className="border-line border-t">
        {(category, movers) => (
          <CategoryRow
            category={category}
            movers={movers}
            onEdit={() => onEdit(category)}
            onDelete={() => onDelete(category)}
          />
        )}
      </SortableList>
    </section>
  )
}

type RowProps = { category: WireAdminCategory; movers: Movers; onEdit: () => void; onDelete: () => void }

const act = 'inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-ink'

function CategoryRow({ category, movers, onEdit, onDelete }: RowProps) {
  const { name, slug } = category
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 border-line border-b text-sm md:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
      {movers.grip}
      <p className="py-2">
        <span className="font-medium text-base">{name}</span>{' '}
        <span className="text-muted max-md:block">
          /{slug} <span aria-hidden="true">·</span> {countsOf(category)}
        </span>
      </p>
      <div className="md:order-last">{movers.arrows}</div>
      <div className="col-span-full flex flex-wrap gap-x-5 pl-13 max-[22.5rem]:gap-x-4 max-[22.5rem]:pl-3 max-md:pb-1 md:col-span-1 md:pl-0">
        <Link to={`/admin/urunler?kategori=${slug}`} aria-label={`${name}: ürünleri gör`} className={act}>
          Ürünleri gör
        </Link>
        <Link to={`/admin/urunler/yeni?kategori=${slug}`} aria-label={`${name}: ürün ekle`} className={act}>
          Ürün ekle
        </Link>
        <button type="button" onClick={onEdit} aria-label={`${name}: düzenle`} className={act}>
          Düzenle
        </button>
        <button type="button" onClick={onDelete} aria-label={`${name}: sil`} className={`${act} text-bad`}>
          Sil
        </button>
      </div>
    </div>
  )
}
