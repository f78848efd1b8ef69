import { useState } from 'react'
import type { WireMarketAttribute, WireMarketProducts } from '#api/wire/admin/channels.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import type { MappedAttribute } from '#shop/channels/market/create/contract.ts'
import { adminCall } from '../../parts/api.ts'
import { ListState } from '../../parts/list-parts.tsx'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'
import { MarketSearch } from './market-search.tsx'

type Mapped = WireMarketProducts['categories'][number]
type MapCategoryProps = { category: Mapped; title: string; onSaved: () => void }

/** Maps a category of the shop to the marketplace's: chosen by a search, then the attributes that the marketplace asks for. */
export function MapCategory({ category, title, onSaved }: MapCategoryProps) {
  const [chosen, setChosen] = useState(category.market)
  const { busy, submit } = useAdminSubmit('Eşleme kaydedilemedi')
  const save = (market: Mapped['market']) =>
    submit(async () => {
      const path = `/admin/marketplace/categories/${category.id}` as const
      const { message } = await adminCall<'PUT /admin/marketplace/categories/{id}'>('PUT', path, { market })
      onSaved()
      return message
    })
  return (
    <div className="grid gap-5">
      <MarketSearch
        label={`${title} kategorisi ara`}
        hint="Örneğin: elbise"
        of="market-categories"
        onPick={({ id, name }) => setChosen({ id, name, attributes: [] })}
      />
      {chosen && (
        <>
          <p className="font-medium">{chosen.name}</p>
          <Attributes key={chosen.id} market={chosen} busy={busy} onSave={save} />
        </>
      )}
      {category.market && (
        <Button look="quiet" disabled={busy} className="-ml-2 justify-self-start" onClick={() => save(null)}>
          Eşlemeyi kaldır
        </Button>
      )}
    </div>
  )
}

type Market = NonNullable<Mapped['market']>
type AttributesProps = { market: Market; busy: boolean; onSave: (market: Market) => void }

function Attributes({ market, busy, onSave }: AttributesProps) {
  const { state, again } = useLoaded(`attributes ${market.id}`, (signal) =>
    adminCall<'GET /admin/marketplace/market-categories/{marketId}/attributes'>(
      'GET',
      `/admin/marketplace/market-categories/${market.id}/attributes`,
      undefined,
      { signal },
    ),
  )
  const [said, setSaid] = useState<Record<number, Choice>>({})
  const [missing, setMissing] = useState<number>()
  if (state.kind !== 'ready')
    return <ListState state={state} what="Özellikler" otherwise="Özellikler alınamadı" onAgain={again} />
  const asked = state.value.data
  const choiceOf = (attribute: WireMarketAttribute) => said[attribute.id] ?? firstChoice(attribute, market.attributes)

  function save() {
    const open = asked.find((attribute) => isOpen(choiceOf(attribute)))
    setMissing(open?.id)
    if (open) return
    const attributes = asked.map((attribute) => mapped(attribute, choiceOf(attribute)))
    onSave({ ...market, attributes })
  }

  return (
    <div className="grid gap-4">
      <p className="text-muted text-sm">
        Bu kategorinin zorunlu özellikleri. Renk ve beden, ürünlerinizden adıyla eşlenir.
      </p>
      {asked.map((attribute) => (
        <AttributeField
          key={attribute.id}
          attribute={attribute}
          choice={choiceOf(attribute)}
          error={missing === attribute.id ? 'Değeri seçin' : undefined}
          onChange={(choice) => setSaid((said) => ({ ...said, [attribute.id]: choice }))}
        />
      ))}
      <Button disabled={busy} className="justify-self-start max-sm:w-full" onClick={save}>
        {busy ? 'Kaydediliyor…' : 'Eşlemeyi kaydet'}
      </Button>
    </div>
  )
}

/** 'color', 'size', the id of a value, or 'text' with what was typed. */
type Choice = { value: string; text: string }

const isOpen = ({ value, text }: Choice) => value === '' || (value === 'text' && text.trim() === '')

function firstChoice({ id, name }: WireMarketAttribute, saved: MappedAttribute[]): Choice {
  const before = saved.find((one) => one.id === id)
  if (before)
    return { value: before.from === 'fixed' ? String(before.valueId ?? 'text') : before.from, text: before.text ?? '' }
  const called = name.toLocaleLowerCase('tr')
  return { value: /renk|color/.test(called) ? 'color' : /beden|numara/.test(called) ? 'size' : '', text: '' }
}

function mapped({ id, name, allowCustom }: WireMarketAttribute, { value, text }: Choice): MappedAttribute {
  if (value === 'color' || value === 'size') return { id, name, allowCustom, from: value }
  return {
    id,
    name,
    allowCustom,
    from: 'fixed',
    ...(value === 'text' ? { text: text.trim() } : { valueId: Number(value) }),
  }
}

type AttributeFieldProps = {
  attribute: WireMarketAttribute
  choice: Choice
  error: string | undefined
  onChange: (choice: Choice) => void
}

function AttributeField({ attribute: { name, allowCustom, values }, choice, error, onChange }: AttributeFieldProps) {
  return (
    <div className="grid gap-2">
      <Select
        label={name}
        placeholder="Seçin"
        value={choice.value}
        error={error}
        options={[
          { value: 'color', label: 'Ürünün rengi' },
          { value: 'size', label: 'Ürünün bedeni' },
          ...values.map(({ id, name }) => ({ value: String(id), label: `Hep: ${name}` })),
          ...(allowCustom ? [{ value: 'text', label: 'Hep aynı metin' }] : []),
        ]}
        onChange={({ target }) => onChange({ ...choice, value: target.value })}
      />
      {choice.value === 'text' && (
        <Field
          label={`${name}: metin`}
          maxLength={50}
          value={choice.text}
          onChange={({ target }) => onChange({ ...choice, text: target.value })}
        />
      )}
    </div>
  )
}
