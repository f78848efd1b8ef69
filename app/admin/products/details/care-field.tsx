import { Select } from '#app/ui/select.tsx'
import { careGroups, careOf } from '#shop/catalog/garment.ts'
import type { TypedDraft } from '../form/use-draft.ts'

type Group = (typeof careGroups)[number]

/** The care symbols of the product. */
export function CareField({ typed: { fields, set, wrong } }: { typed: TypedDraft }) {
  return <CareChoice care={fields.care} error={wrong.care} onChange={(care) => set('care', care)} />
}

type CareChoiceProps = { care: string; error?: string | undefined; onChange: (care: string) => void }

/** Care symbols, one of each group at most. */
export function CareChoice({ care, error, onChange }: CareChoiceProps) {
  const chosen = careOf(care).map(({ key }) => key)

  function choose({ symbols }: Group, next: string) {
    const others = chosen.filter((key) => !symbols.some((symbol) => symbol.key === key))
    const keys = careOf([...others, next].join(',')).map(({ key }) => key)
    onChange(keys.join(', '))
  }

  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">Bakım</legend>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {careGroups.map((group) => (
          <Select
            key={group.name}
            label={group.name}
            value={group.symbols.find(({ key }) => chosen.includes(key))?.key ?? ''}
            options={[
              { value: '', label: 'Belirtilmedi' },
              ...group.symbols.map(({ key, name }) => ({ value: key, label: name })),
            ]}
            onChange={(event) => choose(group, event.target.value)}
          />
        ))}
      </div>
      {error && <p className="mt-1 text-bad text-sm">{error}</p>}
    </fieldset>
  )
}
