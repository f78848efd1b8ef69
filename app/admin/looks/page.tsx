import { useState } from 'react'
import type { WireLook } from '#api/wire/admin/catalog.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { toast } from '#app/ui/toast.tsx'
import { adminCall, sentenceOf } from '../parts/api.ts'
import { DeleteConfirm } from '../parts/delete-confirm.tsx'
import { EmptyList, ListHead, ListState } from '../parts/list-parts.tsx'
import { type Movers, SortableList } from '../parts/sorting/sortable-list.tsx'
import { LookDialog } from './dialog.tsx'

/** Looks that the owner puts together of her products, in the order in which the shop shows them. */
export default function Looks() {
  const { state, again, change } = useLoaded('looks', (signal) =>
    adminCall<'GET /admin/looks'>('GET', '/admin/looks', undefined, { signal }),
  )
  const [editing, setEditing] = useState<WireLook | 'new'>()
  const [deleting, setDeleting] = useState<WireLook>()
  const looks = state.kind === 'ready' ? state.value.data : []

  /** The new order shows at once; when the server refuses it, the looks are fetched again. */
  async function order(named: (WireLook & { name: string })[]) {
    const data = named.map(({ name: _, ...look }) => look)
    change((answer) => ({ ...answer, data }))
    try {
      await adminCall<'PUT /admin/look-order'>('PUT', '/admin/look-order', { ids: data.map(({ id }) => id) })
    } catch (error) {
      toast('bad', sentenceOf(error, 'Sıra kaydedilemedi'))
      again()
    }
  }

  return (
    <>
      <ListHead title="Kombinler" count={state.kind === 'ready' && `${looks.length} kombin`}>
        <Button className="px-4!" onClick={() => setEditing('new')}>
          Kombin oluştur
        </Button>
      </ListHead>
      <ListState state={state} what="Kombinler" otherwise="Kombinler yüklenemedi" onAgain={again} />
      {state.kind === 'ready' && looks.length === 0 && (
        <EmptyList title="Henüz kombin yok">
          Birlikte güzel duran parçaları bir araya getirin: her parçanın sayfasında “Kombini tamamlayın” başlığıyla, ilk
          üçü vitrinde görünür; müşteri bedenlerini seçip hepsini birden sepete ekler.
        </EmptyList>
      )}
      {looks.length > 0 && (
        <SortableList
          items={looks.map((look) => ({ ...look, name: look.title }))}
          onOrder={order}
          className="border-line border-t text-sm"
        >
          {(look, movers) => (
            <LookRow
              look={look}
              movers={movers}
              onEdit={() => setEditing(looks.find(({ id }) => id === look.id))}
              onDelete={() => setDeleting(look)}
            />
          )}
        </SortableList>
      )}
      <LookDialog look={editing} onClose={() => setEditing(undefined)} onSaved={again} />
      <LookDelete look={deleting} onClose={() => setDeleting(undefined)} onDeleted={again} />
    </>
  )
}

const act = 'min-h-11 underline decoration-line underline-offset-4 hover:decoration-ink'

type RowProps = { look: WireLook; movers: Movers; onEdit: () => void; onDelete: () => void }

function LookRow({ look, movers: { grip, arrows }, onEdit, onDelete }: RowProps) {
  const { title, image, pieces } = look
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2">
      <div className="flex min-w-0 grow basis-56 items-center gap-1">
        {grip}
        <div className="min-w-0">
          <p className="break-words font-medium text-base">{title}</p>
          <p className="text-muted">{aboutPieces(pieces)}</p>
        </div>
      </div>
      <ul className="flex flex-wrap gap-1 pl-11 sm:pl-0">
        {(image ? [{ id: image.id, name: title, picture: image, published: true }] : pieces).map((shown) => (
          <li key={shown.id}>
            <Picture
              image={shown.picture ?? undefined}
              alt={shown.name}
              sizes={40}
              className={`aspect-4/5 w-10 object-cover [&>svg]:size-5 ${shown.published ? '' : 'opacity-50'}`}
            />
          </li>
        ))}
      </ul>
      <div className="ml-auto flex items-center gap-5 pr-3">
        {arrows}
        <button type="button" onClick={onEdit} aria-label={`${title}: düzenle`} className={act}>
          Düzenle
        </button>
        <button type="button" onClick={onDelete} aria-label={`${title}: sil`} className={`${act} text-bad`}>
          Sil
        </button>
      </div>
    </div>
  )
}

/** Says why shoppers do not see it, too. */
function aboutPieces(pieces: WireLook['pieces']): string {
  const drafts = pieces.filter(({ published }) => !published).length
  const shown = pieces.length - drafts
  const about = `${pieces.length} parça${drafts > 0 ? `, ${drafts} taslak` : ''}`
  return shown < 2 ? `${about} · en az 2 parçası yayında olunca görünür` : about
}

type DeleteProps = { look: WireLook | undefined; onClose: () => void; onDeleted: () => void }

function LookDelete({ look, onClose, onDeleted }: DeleteProps) {
  return (
    <DeleteConfirm
      path={look && `/admin/looks/${look.id}`}
      title="Kombini sil"
      done="Kombin silindi."
      failed="Kombin silinirken bir hata oluştu"
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <p>
        <strong>{look?.title}</strong> silinir; içindeki {look?.pieces.length} ürün satışta kalır.
      </p>
    </DeleteConfirm>
  )
}
