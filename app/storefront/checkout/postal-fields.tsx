import { type ChangeEvent, useEffect, useId, useRef } from 'react'
import { PostalCodeField } from '#app/ui/contact-fields.tsx'
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

  const chooseCity = useCityChoice(
    { city: city.value, district: district.value, neighbourhood: neighbourhood.value },
    places,
    (below) => {
      set('district', below.district)
      set('neighbourhood', below.neighbourhood)
    },
  )

  function typeDistrict(event: ChangeEvent<HTMLInputElement>) {
    district.onChange(event)
    set('neighbourhood', '')
  }

  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] items-start gap-4">
        <Select
          label="İl"
          autoComplete="address-level1"
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
          label="İlçe"
          optional
          autoComplete="address-level2"
          names={[...places.keys()]}
          onMeant={(name) => set('district', name)}
          {...district}
          onChange={typeDistrict}
        />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] items-start gap-4">
        <PlaceField
          label="Mahalle"
          optional
          autoComplete="address-level3"
          names={places.get(district.value ?? '') ?? []}
          onMeant={(name) => set('neighbourhood', name)}
          {...neighbourhood}
        />
        <PostalCodeField field={field} set={set} />
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

type Below = { district: string; neighbourhood: string }
/** District and neighbourhood of the province `city` that she left for `to`: that one may have the district too (Edremit, Merkez). */
type Left = Below & { city: string; to: string }

/**
 * Empties district and neighbourhood when she chooses another province; they come back with their own province. Returns the
 * function to call with the chosen province.
 */
export function useCityChoice(
  { city = '', district = '', neighbourhood = '' }: Partial<Below & { city: string }>,
  places: ReturnType<typeof usePlaces>,
  put: (below: Below) => void,
): (to: string) => void {
  const left = useRef<Left>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once the places of the chosen province are there
  useEffect(() => {
    const { to, district: name = '' } = left.current ?? {}
    if (to === city && !district && places.has(name)) put({ district: name, neighbourhood })
  }, [places])

  return (to) => {
    const isCarried = district === left.current?.district && neighbourhood === ''
    if (district && !isCarried) left.current = { city, district, neighbourhood, to }
    else if (left.current) left.current.to = to
    const back = left.current?.city === to ? left.current : undefined
    put({ district: back?.district ?? '', neighbourhood: back?.neighbourhood ?? '' })
  }
}

type PlaceFieldProps = Omit<FieldProps, 'value'> & {
  value: string | undefined
  /** The browser suggests these while she types; anything else may be typed. */
  names: readonly string[]
  onMeant: (name: string) => void
}

/** A place, chosen from the browser's own list of suggestions or typed. */
export function PlaceField({ names, onMeant, value = '', ...field }: PlaceFieldProps) {
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  function settle() {
    const meant = meantOf(names, value)
    if (meant !== value) onMeant(meant)
  }
  // Typed before the list was there, or filled in by the browser, which leaves no field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another one when its first name is
  useEffect(() => {
    if (document.activeElement !== input.current) settle()
  }, [names[0], value])
  return (
    <>
      <Field {...field} ref={input} value={value} list={list} maxLength={80} onBlur={settle} />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
