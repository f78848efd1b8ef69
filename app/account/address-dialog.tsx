import { type FormEvent, useState } from 'react'
import { api } from '#app/api-client.ts'
import { PostalFields } from '#app/storefront/postal-fields.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Panel } from '#app/ui/panel.tsx'
import { formatPhone } from '#shop/checkout/phone.ts'
import { type AddressFields, checkAddress, type SavedAddress } from './address-shape.ts'
import { SavedNotice } from './saved-notice.tsx'
import { currentUser } from './session-store.ts'
import { useSaving } from './use-saving.ts'

type AddressDialogProps = {
  open: boolean
  address: SavedAddress | 'new' | undefined
  onClose: () => void
  onSaved: () => void
}

export function AddressDialog({ open, address, onClose, onSaved }: AddressDialogProps) {
  const present = address === 'new' ? undefined : address
  return (
    <Panel open={open} onClose={onClose} title={present ? 'Adresi düzenle' : 'Yeni adres'} side="center" wide>
      <AddressForm present={present} onSaved={onSaved} />
    </Panel>
  )
}

function AddressForm({ present, onSaved }: { present: SavedAddress | undefined; onSaved: () => void }) {
  const fields = useFields<keyof AddressFields>(() => initial(present))
  const { values, field, form, accept, set } = fields
  const [isDefault, setDefault] = useState(present?.isDefault ?? false)
  const { busy, bad, save } = useSaving(fields)

  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (!accept(checkAddress(values))) return
    const saved = await save(async () => {
      const body = { ...values, isDefault }
      if (present) await api.put(`/account/addresses/${present.id}`, body)
      else await api.post('/account/addresses', body)
      return undefined
    })
    if (saved) onSaved()
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <SavedNotice good={undefined} bad={bad} />
      <Field label="Adres adı" maxLength={40} required hint="Ev, iş gibi" {...field('title')} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Ad" autoComplete="given-name" maxLength={80} required {...field('firstName')} />
        <Field label="Soyad" autoComplete="family-name" maxLength={80} required {...field('lastName')} />
      </div>
      <Field
        label="Telefon"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        maxLength={25}
        required
        hint="0XXX XXX XX XX"
        {...field('phone')}
        onBlur={() => values.phone && !field('phone').error && set('phone', formatPhone(values.phone))}
      />
      <PostalFields field={field} />
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

function initial(present: SavedAddress | undefined): AddressFields {
  const user = currentUser()
  return {
    title: present?.title ?? '',
    firstName: present?.firstName ?? user?.firstName ?? '',
    lastName: present?.lastName ?? user?.lastName ?? '',
    phone: present ? formatPhone(present.phone) : '',
    address: present?.address ?? '',
    city: present?.city ?? '',
    postalCode: present?.postalCode ?? '',
  }
}
