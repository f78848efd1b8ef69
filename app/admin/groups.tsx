import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { fold } from '#shop/turkish.ts'
import { adminCall } from './admin-api.ts'
import { DeleteConfirm } from './delete-confirm.tsx'
import { GroupDialog } from './group-dialog.tsx'
import type { AdminGroup } from './group-shape.ts'
import { EmptyList, ListFailed, TableComing } from './list-parts.tsx'
import { SearchBox } from './search-box.tsx'
import { useQuery } from './use-query.ts'

/** Products that are one design in several colours; shoppers go from one to the other. */
export default function Groups() {
  const query = useQuery()
  const { state, again, change } = useLoaded('groups', (signal) =>
    adminCall<AdminGroup[]>('GET', '/admin/product-groups', undefined, { signal }),
  )
  const [editing, setEditing] = useState<AdminGroup | 'new'>()
  const [deleting, setDeleting] = useState<AdminGroup>()
  const all = state.kind === 'ready' ? state.value.data : []
  const q = fold(query.get('q'))
  const shown = all.filter((group) =>
    [group.name, ...group.members.map(({ product }) => product.name)].some((name) => fold(name).includes(q)),
  )

  /** In view at once: what she does next is done to the group as it is now. */
  function saved(group: AdminGroup) {
    change((answer) => ({ ...answer, data: answer.data.map((other) => (other.id === group.id ? group : other)) }))
    again()
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h1 className="font-display text-2xl">Ürün grupları</h1>
          <p role="status" className="text-muted text-sm">
            {state.kind === 'ready' && `${shown.length} grup`}
          </p>
        </div>
        <Button className="px-4!" onClick={() => setEditing('new')}>
          Grup oluştur
        </Button>
      </div>
      {state.kind === 'loading' && <TableComing what="Ürün grupları" />}
      {state.kind === 'failed' && (
        <ListFailed error={state.error} otherwise="Ürün grupları yüklenemedi" onAgain={again} />
      )}
      {state.kind === 'ready' && all.length === 0 && (
        <EmptyList title="Henüz ürün grubu yok">
          Bir modelin ayrı ürün olarak eklediğiniz renklerini gruplayın; ürün sayfasında renk seçenekleri olarak
          görünürler.
        </EmptyList>
      )}
      {all.length > 0 && (
        <search className="mb-4 flex">
          <SearchBox
            label="Grup ara"
            placeholder="Grup veya ürün adı"
            q={query.get('q')}
            onSearch={(q) => query.set({ q }, { replace: true })}
          />
        </search>
      )}
      {all.length > 0 && shown.length === 0 && <EmptyList title="Bu aramaya uyan grup yok" />}
      {shown.length > 0 && (
        <ul className="border-line border-t bg-surface text-sm">
          {shown.map((group) => (
            <GroupRow
              key={group.id}
              group={group}
              onEdit={() => setEditing(group)}
              onDelete={() => setDeleting(group)}
            />
          ))}
        </ul>
      )}
      <GroupDialog group={editing} onClose={() => setEditing(undefined)} onSaved={saved} />
      <GroupDelete group={deleting} onClose={() => setDeleting(undefined)} onDeleted={again} />
    </>
  )
}

const act = 'min-h-11 underline decoration-line underline-offset-4 hover:decoration-ink'
const mostPictures = 8

function GroupRow({ group, onEdit, onDelete }: { group: AdminGroup; onEdit: () => void; onDelete: () => void }) {
  const { name, members } = group
  const drafts = members.filter(({ product }) => !product.published).length
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 border-line border-b px-3 py-2">
      <div className="min-w-0 grow basis-48">
        <p className="font-medium text-base">{name}</p>
        <p className="text-muted">
          {members.length} ürün{drafts > 0 && `, ${drafts} taslak`}
        </p>
      </div>
      <ul className="flex flex-wrap gap-1">
        {members.slice(0, mostPictures).map(({ product }) => (
          <li key={product.id} title={product.name}>
            <Picture
              image={product.picture ?? undefined}
              alt={product.name}
              sizes="40px"
              className={`aspect-4/5 w-10 object-cover [&>svg]:size-5 ${product.published ? '' : 'opacity-50'}`}
            />
          </li>
        ))}
        {members.length > mostPictures && <li className="self-center text-muted">+{members.length - mostPictures}</li>}
      </ul>
      <div className="ml-auto flex gap-5">
        <button type="button" onClick={onEdit} aria-label={`${name}: düzenle`} className={act}>
          Düzenle
        </button>
        <button type="button" onClick={onDelete} aria-label={`${name}: sil`} className={`${act} text-bad`}>
          Sil
        </button>
      </div>
    </li>
  )
}

type DeleteProps = { group: AdminGroup | undefined; onClose: () => void; onDeleted: () => void }

function GroupDelete({ group, onClose, onDeleted }: DeleteProps) {
  return (
    <DeleteConfirm
      path={group && `/admin/product-groups/${group.id}`}
      title="Grubu sil"
      done="Grup silindi."
      failed="Grup silinirken bir hata oluştu"
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <p>
        <strong>{group?.name}</strong> grubu silinir; içindeki {group?.members.length} ürün satışta kalır, ama ürün
        sayfalarında birbirlerinin renk seçeneği olarak görünmezler.
      </p>
    </DeleteConfirm>
  )
}
