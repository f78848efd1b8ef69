import type { ReactNode } from 'react'
import { type TextField, textFields } from '#shop/catalog/product-fields.ts'
import type { TypedDraft } from '../form/use-draft.ts'
import { CareField } from './care-field.tsx'
import { FitField } from './fit-field.tsx'
import { LineField } from './line-field.tsx'
import { MeasurementsField } from './measurements-field.tsx'
import { VatRateField } from './vat-rate-field.tsx'
import { WeightClassField } from './weight-class-field.tsx'
import { WithdrawalField } from './withdrawal-field.tsx'

type Place = 'aside' | 'garment'
type Input = (props: { typed: TypedDraft }) => ReactNode

/** The input of each text field, and where in the editor it stands. */
const inputs: Record<TextField, { place: Place; Input: Input }> = {
  withdrawalExemption: { place: 'aside', Input: WithdrawalField },
  fabric: {
    place: 'garment',
    Input: ({ typed }) => <LineField typed={typed} name="fabric" hint="Örneğin: %55 keten, %45 viskon" />,
  },
  care: { place: 'garment', Input: CareField },
  fit: { place: 'garment', Input: FitField },
  measurements: { place: 'garment', Input: MeasurementsField },
  modelLine: {
    place: 'garment',
    Input: ({ typed }) => <LineField typed={typed} name="modelLine" hint="Örneğin: Manken 1,75 m, S giyiyor" />,
  },
  vatRate: { place: 'aside', Input: VatRateField },
  weightClass: { place: 'aside', Input: WeightClassField },
  tags: {
    place: 'aside',
    Input: ({ typed }) => (
      <LineField
        typed={typed}
        name="tags"
        hint="Virgülle ayırın: yaz, keten. Ürünleri bununla süzersiniz; müşteriler görmez."
      />
    ),
  },
}

/** The inputs of the text fields that stand at one place of the editor. */
export function TextInputs({ place, typed }: { place: Place; typed: TypedDraft }) {
  return textFields
    .filter((name) => inputs[name].place === place)
    .map((name) => {
      const { Input } = inputs[name]
      return <Input key={name} typed={typed} />
    })
}
