import { type FormEvent, useState } from 'react'
import type { WireAddress } from '#api/wire/accounts.ts'
import { api } from '#app/browser/api-client.ts'
import { PostalFields } from '#app/storefront/checkout/postal-fields.tsx'
import { Button } from '#app/ui/button.tsx'
import { NameFields, PhoneField } from '#app/ui/contact-fields.tsx'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { AskingPanel } from '#app/ui/leaving/asking-panel.tsx'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { type AddressFields, checkAddress } from '#shop/accounts/checks.ts'
import { formatPhone } from '#shop/fields/phone.ts'
import { currentUser } from '../../browser/session-store.ts'
import { SavedNotice } from './saved-notice.tsx'
import { useSaving } from './use-saving.ts'

type AddressDialogProps = {
  open: boolean
  address: WireAddress | 'new' | undefined
  onClose: () => void
  onSaved: () => void
}

export function AddressDialog({ open, address, onClose, onSaved }: AddressDialogProps) {
  const present = address === 'new' ? undefined : address
  return (
    <AskingPanel open={open} onClose={onClose} title={present ? 'Adresi düzenle' : 'Yeni adres'} side="center" wide>
      <AddressForm present={present} onSaved={onSaved} />
    </AskingPanel>
  )
}

function AddressForm({ present, onSaved }: { present: WireAddress | undefined; onSaved: () => void }) {
  const fields = useFields<keyof AddressFields>(() => initial(present))
  const { values, field, form, accept, set } = fields
  const [isDefault, setDefault] = useState(present?.isDefault ?? false)
  const [touched, setTouched] = useState(false)
  const { busy, bad, submit } = useSaving(fields)
  useUnsaved(touched)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (!accept(checkAddress(values))) return
    const saved = await submit(async () => {
      const body = { ...values, isDefault }
      if (present) await api.put(`/account/addresses/${present.id}`, body)
      else await api.post('/account/addresses', body)
    })
    if (saved) onSaved()
  }

  return (
    <form ref={form} onSubmit={onSubmit} onChange={() => setTouched(true)} noValidate className="grid gap-4">
      <SavedNotice good={undefined} bad={bad} />
      <Field label="Adres adı" maxLength={40} required hint="Ev, iş gibi" {...field('title')} />
      <NameFields field={field} wide />
      <PhoneField hint="0XXX XXX XX XX" field={field} set={set} />
      <PostalFields field={field} set={set} />
      {present?.isDefault ? (
        <p className="text-muted text-sm">Bu adres varsayılan adresiniz; ödeme adımında hazır gelir.</p>
      ) : (
        <Checkbox checked={isDefault} onChange={(event) => setDefault(event.target.checked)}>
          Varsayılan adresim olsun
        </Checkbox>
      )}
      <Button type="submit" disabled={busy} className="w-full">
        {busy ? 'Kaydediliyor…' : 'Adresi kaydet'}
      </Button>
    </form>
  )
}

function initial(present: WireAddress | undefined): AddressFields {
  const user = currentUser()
  return {
    title: present?.title ?? '',
    firstName: present?.firstName ?? user?.firstName ?? '',
    lastName: present?.lastName ?? user?.lastName ?? '',
    phone: present ? formatPhone(present.phone) : '',
    address: present?.address ?? '',
    city: present?.city ?? '',
    district: present?.district ?? '',
    neighbourhood: present?.neighbourhood ?? '',
    postalCode: present?.postalCode ?? '',
  }
}
