import { Field } from '#app/ui/field.tsx'
import type { useFields } from '#app/ui/form.ts'
import { AmountField, WholeField } from '../parts/number-fields.tsx'
import type { Kind, SaleFields } from './draft.ts'

type Fields = ReturnType<typeof useFields<keyof SaleFields>>
type SaleInputsProps = {
  fields: Fields
  kind: Kind
  onKind: (kind: Kind) => void
  /** It runs: only name and end change. */
  begun: boolean
}

const kinds: { kind: Kind; label: string }[] = [
  { kind: 'percent', label: 'Yüzde' },
  { kind: 'price', label: 'Tek fiyat' },
]

/** How much, from when, until when. */
export function SaleInputs({ fields, kind, onKind, begun }: SaleInputsProps) {
  return (
    <>
      {!begun && (
        <div className="grid gap-3">
          <KindChoice kind={kind} onKind={onKind} />
          {kind === 'percent' ? (
            <WholeField label="İndirim oranı (%)" autoComplete="off" {...fields.field('percent')} />
          ) : (
            <AmountField label="İndirimli fiyat (TL)" autoComplete="off" {...fields.field('price')} />
          )}
        </div>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        {!begun && (
          <Field
            label="Başlangıç"
            type="datetime-local"
            optional
            hint="Boş bırakırsanız indirim hemen başlar."
            {...fields.field('from')}
          />
        )}
        <Field
          label="Bitiş"
          type="datetime-local"
          optional
          hint="Mevzuat indirimin bitişinin de söylenmesini ister; boş bırakırsanız siz bitirene kadar sürer."
          {...fields.field('to')}
        />
      </div>
      <Field
        label="İndirimin adı"
        optional
        autoComplete="off"
        maxLength={80}
        hint="Yalnızca siz görürsünüz."
        {...fields.field('name')}
      />
    </>
  )
}

function KindChoice({ kind, onKind }: { kind: Kind; onKind: (kind: Kind) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">İndirim</legend>
      <div className="grid grid-cols-2 rounded-xs border border-edge">
        {kinds.map((choice) => (
          <label
            key={choice.kind}
            className="grid min-h-11 cursor-pointer place-items-center text-sm has-checked:bg-ink has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="indirim-turu"
              checked={kind === choice.kind}
              onChange={() => onKind(choice.kind)}
              className="sr-only"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
