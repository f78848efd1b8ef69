import { Field } from '#app/ui/field.tsx'
import { useRights } from '../../parts/rights.ts'
import { formatPrice, parsePrice } from '../variants/grid-numbers.ts'
import { lowest } from './price-field.tsx'
import type { TypedDraft } from './use-draft.ts'

/** The owner's cost of a piece, with a warning where the price is below it. Hidden from staff who may neither see nor write it. */
export function CostField({ typed: { fields, set, wrong, grid } }: { typed: TypedDraft }) {
  const sees = useRights().includes('settings')
  const cost = parsePrice(fields.cost)
  const price = lowest(grid.rows)
  if (!sees) return null
  return (
    <div>
      <Field
        label="Maliyet (TL)"
        optional
        inputMode="decimal"
        autoComplete="off"
        value={fields.cost}
        error={wrong.cost}
        hint="Bir parçanın size maliyeti; müşteriler görmez. Toplu değişiklikte altına inen fiyatlar işaretlenir."
        onChange={(event) => set('cost', event.target.value)}
        onBlur={() => cost !== undefined && set('cost', formatPrice(cost))}
      />
      <p role="status" className="mt-2 text-sm text-bad empty:hidden">
        {cost !== undefined && price !== undefined && price < cost && 'Satış fiyatı maliyetin altında.'}
      </p>
    </div>
  )
}
