import { Select } from '#app/ui/select.tsx'
import { fits } from '#shop/catalog/garment.ts'
import type { TypedDraft } from '../form/use-draft.ts'

export function FitField({ typed: { fields, set, wrong } }: { typed: TypedDraft }) {
  return (
    <Select
      label="Kalıp"
      value={fields.fit}
      error={wrong.fit}
      options={[{ value: '', label: 'Belirtilmedi' }, ...fits.map(({ key, name }) => ({ value: key, label: name }))]}
      onChange={(event) => set('fit', event.target.value)}
    />
  )
}
