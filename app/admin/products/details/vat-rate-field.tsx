import { Select } from '#app/ui/select.tsx'
import { vatRates } from '#shop/fields/vat-rates.ts'
import type { TypedDraft } from '../form/use-draft.ts'

/** The rate of value added tax, when it is not that of the shop. */
export function VatRateField({ typed: { fields, set, wrong } }: { typed: TypedDraft }) {
  return (
    <Select
      label="KDV oranı"
      value={fields.vatRate}
      error={wrong.vatRate}
      options={[
        { value: '', label: 'Mağazanın oranı' },
        ...vatRates.map((rate) => ({ value: String(rate), label: `%${rate}` })),
      ]}
      onChange={(event) => set('vatRate', event.target.value)}
    />
  )
}
