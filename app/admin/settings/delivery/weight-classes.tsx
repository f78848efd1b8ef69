import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import type { FieldErrors } from '#shop/fields/rules.ts'
import { typed } from '../../parts/number-fields.tsx'
import { Amount } from './amount.tsx'

/** `was`: its name as it is saved; undefined for a new one. */
export type OwnClass = { name: string; extra: string; was: string | undefined; key: number }

let keys = 0

export function ownClass({ name, extra }: { name: string; extra: number }): OwnClass {
  return { name, extra: typed(extra), was: name, key: keys++ }
}

type WeightClassesProps = { list: OwnClass[]; errors: FieldErrors<string>; onChange: (list: OwnClass[]) => void }

/** Classes of products that cost more to send. */
export function WeightClasses({ list, errors, onChange }: WeightClassesProps) {
  const set = (index: number, change: Partial<OwnClass>) =>
    onChange(list.map((own, at) => (at === index ? { ...own, ...change } : own)))
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-medium text-sm">Ağır ürünler</legend>
      <p className="text-muted text-sm">
        Kargosu daha pahalı ürünleriniz varsa (mont, çizme gibi) bir sınıf ekleyin, sonra ürünün sayfasında seçin. Bir
        sipariş tek paket sayılır: ücrete, içindeki sınıfların yalnızca en yükseği bir kez eklenir.
      </p>
      {errors.classes && (
        <p role="alert" className="text-bad text-sm">
          {errors.classes}
        </p>
      )}
      {list.map(({ key, name, extra, was }, index) => (
        <div key={key} className="grid items-start gap-4 sm:grid-cols-3">
          <Field
            label="Sınıfın adı"
            hint={was === undefined ? 'Örneğin: Ağır' : ''}
            maxLength={30}
            value={name}
            error={errors[`classes.${index}.name`]}
            onChange={({ target }) => set(index, { name: target.value })}
          />
          <Amount
            label="Ek ücret (TL)"
            value={extra}
            error={errors[`classes.${index}.extra`]}
            onChange={(text) => set(index, { extra: text })}
          />
          <Button
            look="quiet"
            size="small"
            className="-ml-2 justify-self-start sm:mt-7"
            onClick={() => onChange(list.filter((own) => own.key !== key))}
          >
            Kaldır<span className="sr-only">: {name || `${index + 1}. sınıf`}</span>
          </Button>
        </div>
      ))}
      {list.length < 5 && (
        <Button
          look="secondary"
          className="justify-self-start"
          onClick={() => onChange([...list, { name: '', extra: '', was: undefined, key: keys++ }])}
        >
          Kargo sınıfı ekle
        </Button>
      )}
    </fieldset>
  )
}
