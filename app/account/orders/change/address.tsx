import { type FormEvent, useState } from 'react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import { api } from '#app/browser/api-client.ts'
import { usePlaces } from '#app/storefront/checkout/places.ts'
import { PlaceField } from '#app/storefront/checkout/postal-fields.tsx'
import { Button } from '#app/ui/button.tsx'
import { NameFields, PhoneField, PostalCodeField } from '#app/ui/contact-fields.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { formatPhone } from '#shop/fields/phone.ts'

const names = ['firstName', 'lastName', 'phone', 'district', 'neighbourhood', 'postalCode', 'address'] as const
type Name = (typeof names)[number]

type AddressProps = { order: WireOrderWithHistory; onChanged: (order: WireOrderWithHistory, message: string) => void }

/** Recipient and address of an order, within its province. */
export default function Address({ order, onChanged }: AddressProps) {
  const { customerInfo } = order
  const fields = useFields<Name>(() => {
    const texts = Object.fromEntries(names.map((name) => [name, customerInfo[name] ?? ''])) as Record<Name, string>
    return { ...texts, phone: formatPhone(customerInfo.phone) }
  })
  const { values, field, set, form } = fields
  const places = usePlaces(customerInfo.city)
  const [touched, setTouched] = useState(false)
  useUnsaved(touched)
  const { busy, bad, submit } = useSubmit<Name>({
    form: fields,
    failure: 'Bilgileriniz kaydedilemedi. Lütfen tekrar deneyin.',
  })

  function save(event: FormEvent) {
    event.preventDefault()
    submit(async () => {
      const path = `/orders/${order.id}/address` as const
      const { data, message } = await api.call<'PUT /orders/{id}/address'>('PUT', path, values)
      onChanged(data, message ?? 'Teslimat bilgilerinizi güncelledik.')
    })
  }

  return (
    <form ref={form} onSubmit={save} onChange={() => setTouched(true)} noValidate className="grid grid-cols-1 gap-4">
      {bad && <Notice tone="bad">{bad}</Notice>}
      <NameFields field={field} />
      <PhoneField hint="0XXX XXX XX XX" field={field} set={set} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] items-start gap-4">
        <PlaceField
          label="İlçe"
          optional
          autoComplete="address-level2"
          names={[...places.keys()]}
          onMeant={(name) => set('district', name)}
          {...field('district')}
        />
        <PlaceField
          label="Mahalle"
          optional
          autoComplete="address-level3"
          names={places.get(values.district) ?? []}
          onMeant={(name) => set('neighbourhood', name)}
          {...field('neighbourhood')}
        />
      </div>
      <PostalCodeField field={field} set={set} />
      <TextArea label="Adres" autoComplete="street-address" maxLength={500} required {...field('address')} />
      <p className="text-muted text-sm">
        İl: {customerInfo.city}. Başka bir ile gönderilmesini isterseniz lütfen bize yazın.
      </p>
      <Button type="submit" look="secondary" disabled={busy}>
        {busy ? 'Kaydediliyor…' : 'Bilgileri kaydet'}
      </Button>
    </form>
  )
}
