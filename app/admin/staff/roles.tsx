import { useState } from 'react'
import { Link } from 'react-router'
import type { WireRole } from '#api/wire/staff.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { roleNameLength } from '#shop/accounts/staff/checks.ts'
import { adminCall } from '../parts/api.ts'
import { DeleteConfirm } from '../parts/delete-confirm.tsx'
import { AskingPanel } from '../parts/leaving/asking-panel.tsx'
import { ListHead, ListState } from '../parts/list-parts.tsx'
import { askForRights } from '../parts/rights.ts'
import { type Draft, RoleForm } from './role-form.tsx'
import { RoleSummary } from './summary.tsx'

/** Ready-made roles, and the owner's own, which she makes out of rights. */
export default function Roles() {
  const [draft, setDraft] = useState<Draft>()
  const { state, again } = useLoaded('roles', async (signal) => {
    return (await adminCall<'GET /admin/roles'>('GET', '/admin/roles', undefined, { signal })).data
  })
  const changed = () => {
    setDraft(undefined)
    void askForRights()
    again()
  }
  return (
    <>
      <Link
        to="/admin/ekip"
        className="inline-flex min-h-11 items-center text-sm underline decoration-line underline-offset-4 hover:decoration-ink"
      >
        Ekip
      </Link>
      <ListHead title="Roller" count="">
        <Button size="small" onClick={() => setDraft({ name: '', rights: [] })}>
          Yeni rol
        </Button>
      </ListHead>
      <p className="mb-6 max-w-160 text-muted">
        Hazır roller çoğu mağazaya yeter ve güncellemelerle yeni bölümleri de kapsar. Başka bir paylaşım isterseniz
        birini kopyalayıp kendi rolünüzü oluşturun.
      </p>
      <ListState state={state} what="Roller" otherwise="Roller alınamadı" onAgain={again} />
      {state.kind === 'ready' && (
        <ul className="max-w-3xl border-line border-t">
          {state.value.map((role) => (
            <RoleRow key={role.id} role={role} onEdit={setDraft} onDeleted={changed} />
          ))}
        </ul>
      )}
      <AskingPanel
        open={draft !== undefined}
        onClose={() => setDraft(undefined)}
        title={draft?.id ? 'Rolü düzenle' : 'Yeni rol'}
        side="center"
      >
        {draft && <RoleForm draft={draft} onSaved={changed} onStale={again} />}
      </AskingPanel>
    </>
  )
}

type RoleRowProps = { role: WireRole; onEdit: (draft: Draft) => void; onDeleted: () => void }

function RoleRow({ role, onEdit, onDeleted }: RoleRowProps) {
  const { id, name, ready, rights, people } = role
  const [deleting, setDeleting] = useState(false)
  return (
    <li className="grid gap-x-6 gap-y-1 border-line border-b py-4 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p className="break-words font-medium">
          {name}
          <span className="font-normal text-muted text-sm">
            {ready && ' · hazır rol'}
            {people > 0 && ` · ${people} kişi`}
          </span>
        </p>
        <RoleSummary role={role} />
      </div>
      <div className="-ml-2 flex flex-wrap content-start">
        {!ready && (
          <Button look="quiet" size="small" onClick={() => onEdit({ id, name, rights })}>
            Düzenle
          </Button>
        )}
        <Button
          look="quiet"
          size="small"
          aria-label={`${name}: kopyala`}
          onClick={() => onEdit({ name: `${name} (kopya)`.slice(0, roleNameLength), rights })}
        >
          Kopyala
        </Button>
        {!ready && people === 0 && (
          <Button look="quiet" size="small" onClick={() => setDeleting(true)}>
            Sil
          </Button>
        )}
      </div>
      <DeleteConfirm
        path={deleting ? `/admin/roles/${id}` : undefined}
        title="Rolü sil"
        done="Rol silindi."
        failed="Rol silinemedi. Lütfen tekrar deneyin."
        onClose={() => setDeleting(false)}
        onDeleted={onDeleted}
      >
        <p className="break-words">“{name}” rolü silinir; bu rolde kimse yok.</p>
      </DeleteConfirm>
    </li>
  )
}
