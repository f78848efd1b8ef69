import { useEffect, useState } from 'react'
import { useOffline } from '#app/browser/lazy-online.ts'
import { fold } from '#shop/turkish.ts'

/** The districts of a province, each with its neighbourhoods. */
type Places = ReadonlyMap<string, readonly string[]>

/** Where the list of each province is (scripts/places.ts makes them). One is fetched when its province is chosen. */
const addresses = import.meta.glob<string>('./places/*.txt', { query: '?url', import: 'default', eager: true })
const fetched = new Map<string, Promise<Places>>()
const none: Places = new Map()

/** The places of a province; none while they are on their way, or when they cannot be had: names may be typed. Asked for again once there is a line, and on a bad one when she goes to the next field. */
export function usePlaces(province = ''): Places {
  const [known, setKnown] = useState<{ province: string; places: Places }>()
  const [failures, setFailures] = useState(0)
  const offline = useOffline()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed without a line is asked for again with one
  useEffect(() => {
    let left = false
    const again = () => setFailures(failures + 1)
    fetchPlaces(province).then(
      (places) => left || setKnown({ province, places }),
      () => {
        fetched.delete(province)
        if (!left) addEventListener('focusin', again, { once: true })
      },
    )
    return () => {
      left = true
      removeEventListener('focusin', again)
    }
  }, [province, offline, failures])
  return known?.province === province ? known.places : none
}

function fetchPlaces(province: string): Promise<Places> {
  const address = addresses[`./places/${fold(province)}.txt`]
  if (!address) return Promise.resolve(none)
  const places = fetched.get(province) ?? fetch(address).then(read)
  fetched.set(province, places)
  return places
}

async function read(answer: Response): Promise<Places> {
  if (!answer.ok) throw new Error(`the places are missing: ${answer.status}`)
  return placesOf(await answer.text())
}

/** 'Kadıköy:Acıbadem Mah.,Bostancı Mah.' in each line. */
export function placesOf(text: string): Places {
  const lines = text.split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [district = '', names = ''] = line.split(':')
      return [district, names.split(',')]
    }),
  )
}

/** The name in the list that was meant by what was typed: 'caferaga' is 'Caferağa Mah.'; else as typed. */
export function meantOf(names: readonly string[], typed: string): string {
  const key = (name: string) => fold(name.trim()).replace(/\s+(mah\.?|mahallesi)$/, '')
  return names.find((name) => key(name) === key(typed)) ?? typed
}
