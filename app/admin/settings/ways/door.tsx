import { type FormEvent, useState } from 'react'
import type { WireDoor } from '#api/wire/admin/settings.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Checkbox } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Select } from '#app/ui/select.tsx'
import { provinces } from '#shop/fields/provinces.ts'
import { adminCall } from '../../parts/api.ts'
import { AmountField, amountOf, amountText, WholeField, wholeOf } from '../../parts/number-fields.tsx'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useSave } from '../use-section.ts'

const numbers = ['openPerPerson', 'openPerPhone', 'refusalsThatEnd'] as const
const amounts = ['fee', 'smallest', 'largest'] as const
type Name = (typeof numbers)[number] | (typeof amounts)[number] | 'cash'

/** Settings that are ticked or chosen; the rest are texts. */
type Choices = Pick<WireDoor, 'enabled' | 'cash' | 'card' | 'provinceRule' | 'provinces' | 'categoriesOut'>

const saveDoor = (body: object) => adminCall<'PUT /admin/settings/door'>('PUT', '/admin/settings/door', body)

function textsOf(door: WireDoor): Record<Name, string> {
  return {
    ...{ fee: amountText(door.fee), smallest: amountText(door.smallest), largest: amountText(door.largest), cash: '' },
    openPerPerson: String(door.openPerPerson),
    openPerPhone: String(door.openPerPhone),
    refusalsThatEnd: String(door.refusalsThatEnd),
  }
}

function choicesOf({ enabled, cash, card, provinceRule, provinces, categoriesOut }: WireDoor): Choices {
  return { enabled, cash, card, provinceRule, provinces, categoriesOut }
}

/** Paying at the door: whether, for what, where and for whom. */
export function DoorSection({ settings: { door }, onSaved, onReload }: SectionProps) {
  const fields = useFields<Name>(textsOf(door))
  const [choices, setChoices] = useState(choicesOf(door))
  const draft = JSON.stringify([fields.values, choices])
  const [kept, setKept] = useState(draft)
  const { busy, conflict, save } = useSave<Name, WireDoor>(saveDoor, fields)
  const choose = (change: Partial<Choices>) => setChoices({ ...choices, ...change })

  function submit(event: FormEvent) {
    event.preventDefault()
    const { values, accept } = fields
    const wrong = amounts.filter((name) => Number.isNaN(amountOf(values[name])))
    if (!accept(Object.fromEntries(wrong.map((name) => [name, 'Tutarı 49 veya 1.250,50 gibi yazın'])))) return
    const body = {
      ...choices,
      ...Object.fromEntries(amounts.map((name) => [name, amountOf(values[name])])),
      ...Object.fromEntries(numbers.map((name) => [name, wholeOf(values[name])])),
      version: door.version,
    }
    save(body, (saved) => {
      setKept(draft)
      onSaved({ door: saved })
    })
  }

  return (
    <form ref={fields.form} onSubmit={submit} noValidate>
      <SectionHead title="Kapıda ödeme">
        Müşteri ödemeyi paketi teslim alırken yapar. Sipariş, gönderilen onay kodu girilince verilmiş sayılır; sizin
        “Tahsil edildi” demenizle ödenmiş olur.
      </SectionHead>
      <div className="grid gap-6">
        <Checkbox checked={choices.enabled} onChange={({ target }) => choose({ enabled: target.checked })}>
          Kapıda ödeme açık
        </Checkbox>
        <Taken choices={choices} error={fields.field('cash').error} onChange={choose} />
        <Limits field={fields.field} />
        <Places choices={choices} onChange={choose} />
        <Categories chosen={choices.categoriesOut} onChange={(categoriesOut) => choose({ categoriesOut })} />
        <SaveBar busy={busy} unsaved={draft !== kept} conflict={conflict} onReload={onReload} />
      </div>
    </form>
  )
}

type ChoiceProps = { choices: Choices; onChange: (change: Partial<Choices>) => void }

function Taken({ choices, error, onChange }: ChoiceProps & { error: string | undefined }) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">Kargo görevlisi ne alabilir?</legend>
      <Checkbox
        name="cash"
        checked={choices.cash}
        {...(error ? { error } : {})}
        onChange={({ target }) => onChange({ cash: target.checked })}
      >
        Nakit
      </Checkbox>
      <Checkbox checked={choices.card} onChange={({ target }) => onChange({ card: target.checked })}>
        Kart
      </Checkbox>
    </fieldset>
  )
}

type FieldOf = ReturnType<typeof useFields<Name>>['field']

function Limits({ field }: { field: FieldOf }) {
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <AmountField label="Bedeli (TL)" hint="Boşsa ücretsiz" {...field('fee')} />
        <AmountField label="En düşük tutar (TL)" hint="Boşsa sınırsız" {...field('smallest')} />
        <AmountField label="En yüksek tutar (TL)" hint="Boşsa sınırsız" {...field('largest')} />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <WholeField
          label="Bir hesabın açık siparişi"
          hint="Kapıda ödemeli, henüz tamamlanmamış"
          {...field('openPerPerson')}
        />
        <WholeField
          label="Bir telefonun açık siparişi"
          hint="Hangi hesaptan verilirse verilsin"
          {...field('openPerPhone')}
        />
        <WholeField
          label="Kaç teslim alınmayan pakette kapansın?"
          hint="O telefon ve hesap için; 0: hiç"
          {...field('refusalsThatEnd')}
        />
      </div>
    </>
  )
}

const rules = [
  { value: 'except', label: 'Seçtiklerim dışında bütün illerde' },
  { value: 'only', label: 'Yalnızca seçtiğim illerde' },
]

function Places({ choices: { provinceRule, provinces: chosen }, onChange }: ChoiceProps) {
  const toggle = (name: string, wanted: boolean) =>
    onChange({ provinces: wanted ? [...chosen, name] : chosen.filter((other) => other !== name) })
  return (
    <div className="grid gap-3">
      <Select
        label="Hangi illerde?"
        options={rules}
        value={provinceRule}
        onChange={({ target }) => onChange({ provinceRule: target.value === 'only' ? 'only' : 'except' })}
        className="sm:max-w-80"
      />
      <details>
        <summary className="min-h-11 cursor-pointer py-2.5 text-sm">Seçili iller ({chosen.length})</summary>
        <fieldset className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
          <legend className="sr-only">İller</legend>
          {provinces.map((name) => (
            <Checkbox
              key={name}
              checked={chosen.includes(name)}
              onChange={({ target }) => toggle(name, target.checked)}
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
      </details>
    </div>
  )
}

type CategoriesProps = { chosen: string[]; onChange: (ids: string[]) => void }

function Categories({ chosen, onChange }: CategoriesProps) {
  const { state } = useLoaded('categories', (signal) =>
    adminCall<'GET /admin/categories'>('GET', '/admin/categories', undefined, { signal }),
  )
  if (state.kind !== 'ready') return null
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm">
        Kapıda ödemeyle satılmayan kategoriler ({chosen.length})
      </summary>
      <fieldset className="grid gap-x-4 sm:grid-cols-2">
        <legend className="sr-only">Kategoriler</legend>
        {state.value.data.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          >
            {name}
          </Checkbox>
        ))}
      </fieldset>
    </details>
  )
}
