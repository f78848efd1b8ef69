import { Field, TextArea } from '#app/ui/field.tsx'
import type { useFields } from '#app/ui/form.ts'
import { Select } from '#app/ui/select.tsx'
import { provinces } from '#shop/fields/provinces.ts'

/** Gives the props of a field; the form may have others besides these three. */
type FieldOf = (name: 'address' | 'city' | 'postalCode') => ReturnType<ReturnType<typeof useFields<string>>['field']>

/** Where a parcel goes: street, province, postal code. */
export function PostalFields({ field }: { field: FieldOf }) {
  return (
    <>
      <TextArea
        label="Adres"
        autoComplete="street-address"
        maxLength={500}
        required
        hint="İlçe, mahalle, cadde veya sokak, bina ve daire numarası"
        {...field('address')}
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <Select
          label="İl"
          autoComplete="address-level1"
          placeholder="Seçin"
          options={provinces}
          required
          {...field('city')}
        />
        <Field
          label="Posta kodu"
          optional
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={5}
          {...field('postalCode')}
        />
      </div>
    </>
  )
}
