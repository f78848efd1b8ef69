import { useState } from 'react'
import { ApiError, api } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { formatPhone } from '#shop/checkout/phone.ts'
import { ListFailed } from './account-list-states.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { addressLine, type SavedAddress } from './address-shape.ts'
import { SavedNotice } from './saved-notice.tsx'
import { useSaving } from './use-saving.ts'

/** Where parcels may go; the default one is filled in at the till. */
export function Addresses() {
  const { state, again } = useLoaded('addresses', (signal) => api.get<SavedAddress[]>('/account/addresses', { signal }))
  const [edited, setEdited] = useState<SavedAddress | 'new'>()
  const [editing, setEditing] = useState(false)
  const [removed, setRemoved] = useState<SavedAddress>()
  const [removing, setRemoving] = useState(false)
  const { busy, good, bad, save } = useSaving()

  if (state.kind === 'loading') return <Skeleton className="h-28" />
  if (state.kind === 'failed') {
    const { error } = state
    return (
      <ListFailed
        message={error instanceof ApiError ? error.message : 'Adresler yüklenirken hata oluştu'}
        onRetry={again}
      />
    )
  }

  function edit(address: SavedAddress | 'new') {
    setEdited(address)
    setEditing(true)
  }

  async function remove() {
    await save(async () => {
      const { message } = await api.call('DELETE', `/account/addresses/${removed?.id}`)
      again()
      return message
    })
    setRemoving(false)
  }

  return (
    <div className="grid gap-4">
      <SavedNotice good={good} bad={bad} />
      {state.value.length === 0 && (
        <p className="text-muted">Henüz kayıtlı adresiniz yok. Eklediğiniz adres ödeme adımında hazır gelir.</p>
      )}
      <ul className="grid gap-3 sm:grid-cols-2">
        {state.value.map((address) => (
          <li key={address.id} className="flex flex-col rounded-xs border border-line p-4 text-sm">
            <p className="mb-1 flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium text-base">{address.title}</span>
              {address.isDefault && <span className="rounded-xs bg-nar-soft px-2 py-0.5">Varsayılan</span>}
            </p>
            <p>
              {address.firstName} {address.lastName}
            </p>
            <p className="text-muted">{addressLine(address)}</p>
            <p className="text-muted tabular-nums">{formatPhone(address.phone)}</p>
            <p className="mt-auto -mb-2 flex gap-2 pt-1">
              <Button
                look="quiet"
                className="-ml-2 text-sm!"
                aria-label={`Düzenle: ${address.title}`}
                onClick={() => edit(address)}
              >
                Düzenle
              </Button>
              <Button
                look="quiet"
                className="text-sm!"
                aria-label={`Sil: ${address.title}`}
                onClick={() => {
                  setRemoved(address)
                  setRemoving(true)
                }}
              >
                Sil
              </Button>
            </p>
          </li>
        ))}
      </ul>
      <Button look="secondary" className="justify-self-start" onClick={() => edit('new')}>
        Yeni adres ekle
      </Button>
      <AddressDialog
        open={editing}
        address={edited}
        onClose={() => setEditing(false)}
        onSaved={() => {
          setEditing(false)
          again()
        }}
      />
      <Confirm
        open={removing}
        title="Adres silinsin mi?"
        action="Adresi sil"
        busy={busy}
        onConfirm={remove}
        onClose={() => setRemoving(false)}
      >
        <p>
          <strong className="font-medium">{removed?.title}</strong> adresi hesabınızdan silinecek. Verdiğiniz siparişler
          bundan etkilenmez.
        </p>
      </Confirm>
    </div>
  )
}
