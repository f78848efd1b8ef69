import { type ComponentProps, useId, useState } from 'react'
import { Checkbox, Field, TextArea } from '#app/ui/field.tsx'
import type { useFields } from '#app/ui/form.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Select } from '#app/ui/select.tsx'
import { blankInvoice, type InvoiceFields as Names } from '#shop/fields/invoice.ts'
import { provinces } from '#shop/fields/provinces.ts'
import { usePlaces } from './places.ts'
import { PlaceField, useCityChoice } from './postal-fields.tsx'

type FieldOf = (name: keyof Names) => ReturnType<ReturnType<typeof useFields<string>>['field']>
type InvoiceFieldsProps = { field: FieldOf; set: (name: keyof Names, text: string) => void }

/** Whom the invoice is made out to; folded away for the many who buy for themselves. */
export function InvoiceFields({ field, set }: InvoiceFieldsProps) {
  const content = useId()
  const names = Object.keys(blankInvoice) as (keyof Names)[]
  const [open, setOpen] = useState(() => names.some((name) => field(name).value !== blankInvoice[name]))
  if (!open && names.some((name) => field(name).error)) setOpen(true)
  return (
    <section aria-label="Fatura" className="border-line border-y">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={content}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full items-center justify-between gap-4 text-left text-sm"
      >
        <span>
          <span className="font-medium">Fatura bilgileri</span>
          <span className="block text-muted">{summaryOf(field)}</span>
        </span>
        <span className={open ? 'rotate-180' : ''}>
          <Icon name="down" size={18} />
        </span>
      </button>
      <div id={content} hidden={!open}>
        {open && <Opened field={field} set={set} />}
      </div>
    </section>
  )
}

/** The words of the section while it is folded. */
function summaryOf(field: FieldOf): string {
  if (field('invoice.type').value !== 'COMPANY') return 'Bireysel, adınıza'
  return field('invoice.title').value?.trim() || 'Kurumsal'
}

function Opened({ field, set }: InvoiceFieldsProps) {
  const company = field('invoice.type').value === 'COMPANY'
  const elsewhere = field('invoiceAddress').value === 'yes'
  return (
    <div className="grid gap-4 pt-2 pb-4">
      <fieldset className="grid grid-cols-2 gap-4">
        <legend className="mb-1 font-medium text-sm">Fatura türü</legend>
        <Kind label="Bireysel" value="PERSON" chosen={!company} set={set} />
        <Kind label="Kurumsal" value="COMPANY" chosen={company} set={set} />
      </fieldset>
      {company ? <CompanyFields field={field} /> : <PersonField field={field} />}
      <Checkbox checked={elsewhere} onChange={(event) => set('invoiceAddress', event.target.checked ? 'yes' : '')}>
        Fatura adresim farklı
      </Checkbox>
      {elsewhere && <InvoiceAddressFields field={field} set={set} />}
    </div>
  )
}

type KindProps = { label: string; value: string; chosen: boolean } & Pick<InvoiceFieldsProps, 'set'>

function Kind({ label, value, chosen, set }: KindProps) {
  return (
    <label className="flex min-h-12 items-center gap-3 rounded-xs border border-line px-3 text-sm has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-ink">
      <input
        type="radio"
        name="invoice.type"
        value={value}
        checked={chosen}
        onChange={() => set('invoice.type', value)}
        className="size-4 shrink-0 accent-ink"
      />
      {label}
    </label>
  )
}

const digits: Partial<ComponentProps<'input'>> = { inputMode: 'numeric', autoComplete: 'off' }

function PersonField({ field }: Pick<InvoiceFieldsProps, 'field'>) {
  return (
    <Field
      label="T.C. kimlik no"
      optional
      {...digits}
      maxLength={14}
      hint="Yalnızca faturanızda yer alır."
      {...field('invoice.tckn')}
    />
  )
}

function CompanyFields({ field }: Pick<InvoiceFieldsProps, 'field'>) {
  return (
    <>
      <Field label="Şirket unvanı" autoComplete="organization" maxLength={200} required {...field('invoice.title')} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] items-start gap-4">
        <Field
          label="Vergi kimlik no"
          {...digits}
          maxLength={14}
          required
          hint="Şahıs işletmesinde T.C. kimlik no"
          {...field('invoice.vkn')}
        />
        <Field label="Vergi dairesi" autoComplete="off" maxLength={80} required {...field('invoice.taxOffice')} />
      </div>
    </>
  )
}

function InvoiceAddressFields({ field, set }: InvoiceFieldsProps) {
  const [city, district] = [field('invoiceAddress.city'), field('invoiceAddress.district')]
  const places = usePlaces(city.value)
  const chooseCity = useCityChoice({ city: city.value, district: district.value }, places, (below) =>
    set('invoiceAddress.district', below.district),
  )
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] items-start gap-4">
        <Select
          label="Fatura ili"
          autoComplete="billing address-level1"
          placeholder="Seçin"
          options={provinces}
          required
          {...city}
          onChange={(event) => {
            city.onChange(event)
            chooseCity(event.target.value)
          }}
        />
        <PlaceField
          label="Fatura ilçesi"
          autoComplete="billing address-level2"
          names={[...places.keys()]}
          onMeant={(name) => set('invoiceAddress.district', name)}
          {...district}
        />
      </div>
      <TextArea
        label="Fatura adresi"
        autoComplete="billing street-address"
        maxLength={500}
        required
        hint="Mahalle, cadde veya sokak, bina ve daire numarası"
        {...field('invoiceAddress.address')}
      />
    </>
  )
}
