import { type ChangeEvent, useId } from 'react'
import { Field, type FieldProps, TextArea } from '#app/ui/field.tsx'
import type { useFields } from '#app/ui/form.ts'
import { Select } from '#app/ui/select.tsx'
import type { PostalFields as Names } from '#shop/fields/postal-address.ts'
import { provinces } from '#shop/fields/provinces.ts'
import { meantOf, usePlaces } from './places.ts'

/** Gives the props of a field; the form may have others besides these. */
type FieldOf = (name: keyof Names) => ReturnType<ReturnType<typeof useFields<string>>['field']>
type PostalFieldsProps = { field: FieldOf; set: (name: keyof Names, text: string) => void }

/** Where a parcel goes, from the province down to the door. */
export function PostalFields({ field, set }: PostalFieldsProps) {
  const [city, district, neighbourhood] = [field('city'), field('district'), field('neighbourhood')]
  const places = usePlaces(city.value)

  /** Of another province or district, what stood below it is no place. */
  function chooseCity(event: ChangeEvent<HTMLSelectElement>) {
    city.onChange(event)
    set('district', '')
    set('neighbourhood', '')
  }

  function typeDistrict(event: ChangeEvent<HTMLInputElement>) {
    district.onChange(event)
    set('neighbourhood', '')
  }

  return (
    <>
      <div className="grid grid-cols-2 items-start gap-4">
        <Select
          label="İl"
          autoComplete="address-level1"
          placeholder="Seçin"
          options={provinces}
          required
          {...city}
          onChange={chooseCity}
        />
        <PlaceField
          label="İlçe"
          optional
          autoComplete="address-level2"
          names={[...places.keys()]}
          onMeant={(name) => set('district', name)}
          {...district}
          onChange={typeDistrict}
        />
      </div>
      <div className="grid grid-cols-2 items-start gap-4">
        <PlaceField
          label="Mahalle"
          optional
          autoComplete="address-level3"
          names={places.get(district.value ?? '') ?? []}
          onMeant={(name) => set('neighbourhood', name)}
          {...neighbourhood}
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
      <TextArea
        label="Adres"
        autoComplete="street-address"
        maxLength={500}
        required
        hint="Cadde veya sokak, bina ve daire numarası"
        {...field('address')}
      />
    </>
  )
}

type PlaceFieldProps = Omit<FieldProps, 'value'> & {
  value: string | undefined
  /** What the browser offers while she types; anything else may be typed. */
  names: readonly string[]
  onMeant: (name: string) => void
}

/** A place, chosen from the browser's own list of suggestions or typed. */
export function PlaceField({ names, onMeant, value = '', ...field }: PlaceFieldProps) {
  const list = useId()
  return (
    <>
      <Field
        {...field}
        value={value}
        list={list}
        maxLength={80}
        onBlur={() => {
          const meant = meantOf(names, value)
          if (meant !== value) onMeant(meant)
        }}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
