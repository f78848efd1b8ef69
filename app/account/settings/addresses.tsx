import { useRef, useState } from 'react'
import type { WireAddress } from '#api/wire/accounts.ts'
import { api } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { useHeldFocus } from '#app/frame/use-held-focus.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { formatPhone } from '#shop/fields/phone.ts'
import { ListFailed } from '../list-states.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { addressLine } from './address-line.ts'
import { SavedNotice } from './saved-notice.tsx'
import { useSaving } from './use-saving.ts'

/** The addresses for parcels; the default one is filled in at the till. */
export function Addresses() {
  const { state, again } = useLoaded('addresses', (signal) =>
    api.get<'GET /account/addresses'>('/account/addresses', { signal }),
  )
  const [edited, setEdited] = useState<WireAddress | 'new'>()
  const [editing, setEditing] = useState(false)
  const removal = useRemoval(again)
  const another = useRef<HTMLButtonElement>(null)
  const holdFocus = useHeldFocus(() => another.current)

  if (state.kind === 'loading') return <Skeleton className="h-28" />
  if (state.kind === 'failed')
    return <ListFailed error={state.error} otherwise="Adresler yüklenirken hata oluştu" onRetry={again} />

  function edit(address: WireAddress | 'new') {
    setEdited(address)
    setEditing(true)
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <SavedNotice good={removal.good} bad={removal.bad} />
      {state.value.length === 0 && (
        <p className="text-muted">Henüz kayıtlı adresiniz yok. Eklediğiniz adres ödeme adımında hazır gelir.</p>
      )}
      <ul onFocus={holdFocus} className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {state.value.map((address) => (
          <AddressCard
            key={address.id}
            address={address}
            onEdit={() => edit(address)}
            onRemove={() => removal.ask(address)}
          />
        ))}
      </ul>
      <Button ref={another} look="secondary" className="justify-self-start" onClick={() => edit('new')}>
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
      <RemovalQuestion removal={removal} />
    </div>
  )
}

type AddressCardProps = { address: WireAddress; onEdit: () => void; onRemove: () => void }

function AddressCard({ address, onEdit, onRemove }: AddressCardProps) {
  return (
    <li className="flex flex-col rounded-xs border border-line p-4 text-sm">
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
        <Button look="quiet" className="-ml-2 text-sm!" aria-label={`Düzenle: ${address.title}`} onClick={onEdit}>
          Düzenle
        </Button>
        <Button look="quiet" className="text-sm!" aria-label={`Sil: ${address.title}`} onClick={onRemove}>
          Sil
        </Button>
      </p>
    </li>
  )
}

/** Deleting an address, after a question. */
function useRemoval(onRemoved: () => void) {
  // Apart from each other: the question keeps its words while it closes.
  const [address, setAddress] = useState<WireAddress>()
  const [asking, setAsking] = useState(false)
  const { busy, good, bad, submit } = useSaving()
  return {
    address,
    asking,
    busy,
    good,
    bad,
    ask(address: WireAddress) {
      setAddress(address)
      setAsking(true)
    },
    close: () => setAsking(false),
    async remove() {
      await submit(async () => {
        const { message } = await api.call('DELETE', `/account/addresses/${address?.id}`)
        onRemoved()
        return message
      })
      setAsking(false)
    },
  }
}

function RemovalQuestion({ removal }: { removal: ReturnType<typeof useRemoval> }) {
  return (
    <Confirm
      open={removal.asking}
      title="Adres silinsin mi?"
      action="Adresi sil"
      busy={removal.busy}
      onConfirm={removal.remove}
      onClose={removal.close}
    >
      <p>
        <strong className="font-medium">{removal.address?.title}</strong> adresi hesabınızdan silinecek. Verdiğiniz
        siparişler bundan etkilenmez.
      </p>
    </Confirm>
  )
}
