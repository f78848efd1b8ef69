import { useLoaded } from '#app/browser/use-loaded.ts'
import { Select } from '#app/ui/select.tsx'
import { formatTl } from '#shop/money.ts'
import { adminCall } from '../../parts/api.ts'
import type { TypedDraft } from '../form/use-draft.ts'

/** The weight class of the product's parcel, where the owner has made any classes. */
export function WeightClassField({ typed: { fields, set, wrong } }: { typed: TypedDraft }) {
  const { state } = useLoaded('weight-classes', (signal) =>
    adminCall<'GET /admin/weight-classes'>('GET', '/admin/weight-classes', undefined, { signal }),
  )
  const classes = state.kind === 'ready' ? state.value.data : []
  const { weightClass } = fields
  const isGone = weightClass !== '' && !classes.some(({ name }) => name === weightClass)
  if (state.kind !== 'ready' || (classes.length === 0 && !isGone)) return null
  return (
    <Select
      label="Kargo sınıfı"
      value={weightClass}
      error={wrong.weightClass}
      options={[
        { value: '', label: 'Olağan' },
        ...classes.map(({ name, extra }) => ({ value: name, label: `${name} (+${formatTl(extra)})` })),
        ...(isGone ? [{ value: weightClass, label: `${weightClass} (kaldırılmış, ek ücreti yok)` }] : []),
      ]}
      onChange={({ target }) => set('weightClass', target.value)}
    />
  )
}
