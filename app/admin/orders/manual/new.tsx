import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { WireAdminOrder, WirePiece } from '#api/wire/admin/orders.ts'
import { PostalFields } from '#app/storefront/checkout/postal-fields.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmailField, NameFields, PhoneField } from '#app/ui/contact-fields.tsx'
import { Checkbox, Field, TextArea } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Select } from '#app/ui/select.tsx'
import { checkCustomerEmail } from '#shop/checkout/checks.ts'
import { checkPhone, formatPhone } from '#shop/fields/phone.ts'
import { checkPostalFields } from '#shop/fields/postal-address.ts'
import { checkFirstName, checkLastName, errorsOf } from '#shop/fields/rules.ts'
import { adminCall } from '../../parts/api.ts'
import { amountOf } from '../../parts/number-fields.tsx'
import { useOnce } from '../../parts/once.ts'
import { UnsavedGuard } from '../../parts/unsaved-guard.tsx'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'
import { CustomerSearch } from './customers.tsx'
import { type Chosen, ChosenPieces } from './pieces.tsx'
import { QuotedTotal } from './total.tsx'

const blank = {
  ...{ firstName: '', lastName: '', phone: '', email: '' },
  ...{ city: '', district: '', neighbourhood: '', postalCode: '', address: '' },
  ...{ discount: '', discountKind: 'amount', reason: '', note: '', method: 'LINK' },
}
type Name = keyof typeof blank
const names = Object.keys(blank) as Name[]

const methods = [
  { value: 'LINK', label: 'Ödeme bağlantısı' },
  { value: 'BANK_TRANSFER', label: 'Havale / EFT' },
  { value: 'CASH_ON_DELIVERY', label: 'Kapıda ödeme' },
]

/** An order that the shop writes for a customer. */
export default function NewOrder() {
  const fields = useFields<Name>(blank)
  const { values, field, set, form, accept } = fields
  const [chosen, setChosen] = useState<Chosen[]>([])
  const [freeDelivery, setFreeDelivery] = useState(false)
  const { busy, submit } = useAdminSubmit<Name>('Sipariş oluşturulamadı. Lütfen tekrar deneyin.', {
    form: fields,
    fieldName: nameOf,
  })
  const once = useOnce()
  const navigate = useNavigate()
  const released = useRef(false)
  const unsaved = chosen.length > 0 || freeDelivery || names.some((name) => values[name] !== blank[name])
  const asked = {
    items: chosen.map(({ piece, quantity }) => ({ variantId: piece.variantId, quantity })),
    freeDelivery,
    paymentMethod: values.method,
    ...discountOf(values),
  }

  function save(event: FormEvent) {
    event.preventDefault()
    const { firstName, lastName, phone, email, city, district, neighbourhood, postalCode, address } = values
    const customerInfo = { firstName, lastName, phone, email, city, district, neighbourhood, postalCode, address }
    if (!accept(problemsOf(values))) return
    submit(async () => {
      const body = { ...asked, customerInfo, note: values.note }
      const { data, message } = await once((headers) =>
        adminCall<'POST /admin/orders'>('POST', '/admin/orders', body, { headers }),
      )
      released.current = true
      navigate(`/admin/siparisler?siparis=${data.id}`)
      return message
    })
  }

  const add = (piece: WirePiece) =>
    setChosen((list) =>
      list.some((one) => one.piece.variantId === piece.variantId)
        ? list.map((one) =>
            one.piece.variantId === piece.variantId
              ? { ...one, quantity: Math.min(one.quantity + 1, Math.max(1, piece.stock)) }
              : one,
          )
        : [...list, { piece, quantity: 1 }],
    )

  return (
    <form ref={form} onSubmit={save} noValidate className="max-w-3xl">
      <Link to="/admin/siparisler" className="text-muted text-sm underline underline-offset-4">
        Siparişler
      </Link>
      <h1 className="mt-1 mb-6 font-display text-2xl">Yeni sipariş</h1>
      <div className="grid gap-8">
        <Part title="Ürünler">
          <ChosenPieces chosen={chosen} onAdd={add} onChange={setChosen} disabled={busy} />
        </Part>
        <Part title="Müşteri">
          <CustomerSearch onPick={(customer) => fill(set, customer)} />
          <NameFields field={field} wide />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <PhoneField hint="0XXX XXX XX XX" field={field} set={set} />
            <EmailField field={field} />
          </div>
          <PostalFields field={field} set={set} />
        </Part>
        <Part title="İndirim ve kargo">
          <div className="grid items-start gap-4 sm:grid-cols-3">
            <Field label="İndirim" optional inputMode="decimal" maxLength={12} {...field('discount')} />
            <Select
              label="Tür"
              options={[
                { value: 'amount', label: 'TL' },
                { value: 'percent', label: 'Yüzde (%)' },
              ]}
              {...field('discountKind')}
            />
            <Field label="İndirimin sebebi" hint="Müşteri de görür." maxLength={200} {...field('reason')} />
          </div>
          <Checkbox checked={freeDelivery} onChange={({ target }) => setFreeDelivery(target.checked)}>
            Kargo ücreti alma
          </Checkbox>
        </Part>
        <Part title="Ödeme">
          <Select label="Nasıl ödenecek?" options={methods} className="sm:max-w-80" {...field('method')} />
          <TextArea
            label="Yönetici notu"
            optional
            hint="Yalnızca ekibiniz görür."
            maxLength={5000}
            {...field('note')}
          />
        </Part>
        <div className="grid gap-3 border-line border-t pt-4">
          {chosen.length > 0 && <QuotedTotal asked={{ ...asked, city: values.city || undefined }} />}
          <Button type="submit" disabled={busy || chosen.length === 0} className="w-full">
            {busy ? 'Oluşturuluyor…' : 'Siparişi oluştur'}
          </Button>
        </div>
      </div>
      <UnsavedGuard unsaved={unsaved} released={released}>
        Bu siparişi henüz oluşturmadınız. Ayrılırsanız yazdıklarınız silinir.
      </UnsavedGuard>
    </form>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  )
}

type Customer = WireAdminOrder['customerInfo']

function fill(set: (name: Name, text: string) => void, customer: Customer) {
  for (const name of [
    'firstName',
    'lastName',
    'email',
    'city',
    'district',
    'neighbourhood',
    'postalCode',
    'address',
  ] as const)
    set(name, customer[name] ?? '')
  set('phone', formatPhone(customer.phone ?? ''))
}

function discountOf({ discount, discountKind, reason }: Record<Name, string>) {
  if (discount.trim() === '') return {}
  return { discount: { [discountKind]: amountOf(discount), reason } }
}

function problemsOf(values: Record<Name, string>) {
  const isDiscounted = values.discount.trim() !== ''
  return {
    ...errorsOf({
      firstName: checkFirstName(values.firstName),
      lastName: checkLastName(values.lastName),
      phone: checkPhone(values.phone),
      email: checkCustomerEmail(values.email),
      discount: isDiscounted && !(amountOf(values.discount) > 0) ? 'İndirimi 50 veya 49,90 gibi yazın' : undefined,
      reason: isDiscounted && values.reason.trim() === '' ? 'İndirimin sebebi gerekli' : undefined,
    }),
    ...checkPostalFields(values),
  }
}

/** The form's name of a field that the server calls otherwise. */
function nameOf(name: string): string {
  if (name === 'discount.reason') return 'reason'
  return name.startsWith('discount') ? 'discount' : name.replace(/^customerInfo\./, '')
}
