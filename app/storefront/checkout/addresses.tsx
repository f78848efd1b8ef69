import { useEffect } from 'react'
import type { WireAddress } from '#api/wire/accounts.ts'
import { addressLine } from '#app/account/settings/address-line.ts'
import { api } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import type { CustomerFields } from '#shop/checkout/checks.ts'
import { formatPhone } from '#shop/fields/phone.ts'
import type { PostalFields } from '#shop/fields/postal-address.ts'
import { meantOf } from './places.ts'

type Chosen = PostalFields & Record<'firstName' | 'lastName' | 'phone', string>

/** The saved addresses of who has an account; the default one fills the form by itself while nothing is typed. */
export function useSavedAddresses(values: CustomerFields, onChoose: (address: Chosen) => void, isMember: boolean) {
  const { state } = useLoaded('addresses', async (signal) =>
    isMember ? api.get<'GET /account/addresses'>('/account/addresses', { signal }) : [],
  )
  const addresses = state.kind === 'ready' ? state.value : []
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they have arrived
  useEffect(() => {
    const [first] = addresses
    if (first && values.address.trim() === '' && values.phone.trim() === '') onChoose(fieldsOf(first))
  }, [state.kind])
  return {
    addresses,
    /** The one that stands in the form. */
    chosen: addresses.find((address) => isSame(address, values)),
    /** The form holds an address that could be saved. */
    unsaved: isMember && state.kind === 'ready' && !addresses.some((address) => isSame(address, values)),
  }
}

type AddressChoiceProps = {
  addresses: WireAddress[]
  chosen: WireAddress | undefined
  onChoose: (address: Partial<CustomerFields>) => void
}

export function AddressChoice({ addresses, chosen, onChoose }: AddressChoiceProps) {
  if (addresses.length === 0) return null
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-sm">Teslimat adresi</legend>
      {addresses.map((address) => (
        <label key={address.id} className={choice}>
          <input
            type="radio"
            name="savedAddress"
            checked={address.id === chosen?.id}
            onChange={() => onChoose(fieldsOf(address))}
            className={radio}
          />
          <span className="min-w-0">
            <span className="block font-medium">{address.title}</span>
            <span className="block text-muted">{addressLine(address)}</span>
          </span>
        </label>
      ))}
      <label className={choice}>
        <input
          type="radio"
          name="savedAddress"
          checked={!chosen}
          onChange={() => onChoose({ address: '', city: '', district: '', neighbourhood: '', postalCode: '' })}
          className={radio}
        />
        <span>Başka bir adres</span>
      </label>
    </fieldset>
  )
}

const radio = 'mt-1 size-4 shrink-0 accent-ink'
const choice =
  'flex min-h-11 gap-3 rounded-xs border border-line px-3 py-2.5 text-sm has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-ink'

function fieldsOf({ firstName, lastName, phone, address, city, ...saved }: WireAddress): Chosen {
  const place = {
    district: saved.district ?? '',
    neighbourhood: saved.neighbourhood ?? '',
    postalCode: saved.postalCode ?? '',
  }
  return { firstName, lastName, phone: formatPhone(phone), address, city, ...place }
}

/** A place is the same in another spelling too, which its field mends once the list is there. */
function isSame(address: WireAddress, values: CustomerFields): boolean {
  const { district, neighbourhood, ...words } = fieldsOf(address)
  return (
    Object.entries(words).every(([name, value]) => value === values[name as keyof Chosen].trim()) &&
    meantOf([district], values.district) === district &&
    meantOf([neighbourhood], values.neighbourhood) === neighbourhood
  )
}

/** Keeps what was typed as one of her addresses; the order goes on even if that fails. */
export async function keepAddress(values: CustomerFields): Promise<void> {
  const { firstName, lastName, phone, address, city, district, neighbourhood, postalCode } = values
  const fields = { firstName, lastName, phone, address, city, district, neighbourhood, postalCode }
  await api.post('/account/addresses', { ...fields, title: `${fields.city} adresim` }).catch(() => undefined)
}
