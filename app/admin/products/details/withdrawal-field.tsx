import { useState } from 'react'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { madeForHer, openedOnly } from '#shop/catalog/withdrawal.ts'
import type { TypedDraft } from '../form/use-draft.ts'

/** The reasons of the regulation on distance contracts (m.15) that a clothing shop can have. */
const reasons: string[] = [madeForHer, openedOnly]
const other = 'other'

/** Why the law gives no right of withdrawal for the product; usually it gives one. */
export function WithdrawalField({ typed: { fields, set, wrong } }: { typed: TypedDraft }) {
  const text = fields.withdrawalExemption
  const [own, setOwn] = useState(text !== '' && !reasons.includes(text))
  return (
    <div className="grid gap-3">
      <Select
        label="Cayma hakkı"
        value={own ? other : text}
        error={own ? undefined : wrong.withdrawalExemption}
        options={[
          { value: '', label: 'Var (yasal kural)' },
          { value: madeForHer, label: 'Yok: kişiye özel hazırlanır' },
          { value: openedOnly, label: 'Yok: hijyen ambalajlı' },
          { value: other, label: 'Yok: başka yasal neden' },
        ]}
        onChange={(event) => {
          setOwn(event.target.value === other)
          set('withdrawalExemption', event.target.value === other ? '' : event.target.value)
        }}
      />
      {own && (
        <Field
          label="Yasal neden"
          autoComplete="off"
          maxLength={200}
          value={text}
          error={wrong.withdrawalExemption}
          onChange={(event) => set('withdrawalExemption', event.target.value)}
        />
      )}
      <p className="text-muted text-sm">
        Cayma hakkı yalnızca yasanın saydığı durumlarda kalkar; seçtiğiniz neden ürün sayfasında ve sözleşmede yazar.
        Emin değilseniz “Var” bırakın.
      </p>
    </div>
  )
}
