import { useState } from 'react'
import type { WireProductGroup } from '#api/wire/admin/catalog.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { fold } from '#shop/turkish.ts'
import { adminCall } from '../parts/api.ts'
import { DeleteConfirm } from '../parts/delete-confirm.tsx'
import { EmptyList, ListHead, ListState } from '../parts/list-parts.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { useQuery } from '../parts/use-query.ts'
import { GroupDialog } from './group-dialog.tsx'

/** Products that are one design in several colors; shoppers go from one to the other. */
export default function Groups() {
  const query = useQuery()
  const { state, again, change } = useLoaded('groups', (signal) =>
    adminCall<'GET /admin/product-groups'>('GET', '/admin/product-groups', undefined, { signal }),
  )
  const [editing, setEditing] = useState<WireProductGroup | 'new'>()
  const [deleting, setDeleting] = useState<WireProductGroup>()
  const all = state.kind === 'ready' ? state.value.data : []
  const shown = all.filter((group) => holds(group, query.get('q')))

  /** Shown at once: the next change is made to the group as it is now. */
  function saved(group: WireProductGroup) {
    change((answer) => ({ ...answer, data: answer.data.map((other) => (other.id === group.id ? group : other)) }))
  }

  return (
    <>
      <ListHead title="Ürün grupları" count={state.kind === 'ready' && `${shown.length} grup`}>
        <Button className="px-4!" onClick={() => setEditing('new')}>
          Grup oluştur
        </Button>
      </ListHead>
      <ListState state={state} what="Ürün grupları" otherwise="Ürün grupları yüklenemedi" onAgain={again} />
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
      {all.length > 0 && shown.length === 0 && (
        <EmptyList title="Bu aramaya uyan grup yok">
          <Button look="secondary" onClick={() => query.set({ q: '' }, { replace: true })}>
            Aramayı temizle
          </Button>
        </EmptyList>
      )}
      {shown.length > 0 && <GroupList groups={shown} onEdit={setEditing} onDelete={setDeleting} />}
      <GroupDialog group={editing} onClose={() => setEditing(undefined)} onSaved={saved} onAgain={again} />
      <GroupDelete group={deleting} onClose={() => setDeleting(undefined)} onDeleted={again} />
    </>
  )
}

/** The words stand in the name of the group or of one of its products. */
function holds({ name, members }: WireProductGroup, words: string): boolean {
  const q = fold(words)
  return [name, ...members.map(({ product }) => product.name)].some((name) => fold(name).includes(q))
}

type GroupListProps = {
  groups: WireProductGroup[]
  onEdit: (group: WireProductGroup) => void
  onDelete: (group: WireProductGroup) => void
}

function GroupList({ groups, onEdit, onDelete }: GroupListProps) {
  return (
    <ul className="border-line border-t bg-surface text-sm">
      {groups.map((group) => (
        <GroupRow key={group.id} group={group} onEdit={() => onEdit(group)} onDelete={() => onDelete(group)} />
      ))}
    </ul>
  )
}

const act = 'min-h-11 underline decoration-line underline-offset-4 hover:decoration-ink'
const mostPictures = 8

function GroupRow({ group, onEdit, onDelete }: { group: WireProductGroup; onEdit: () => void; onDelete: () => void }) {
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
              sizes={40}
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

type DeleteProps = { group: WireProductGroup | undefined; onClose: () => void; onDeleted: () => void }

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
