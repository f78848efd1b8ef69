import { useLoaded } from '#app/browser/use-loaded.ts'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Select } from '#app/ui/select.tsx'
import { fits } from '#shop/catalog/garment.ts'
import { vatRates } from '#shop/fields/vat-rates.ts'
import { adminCall } from '../../parts/api.ts'
import { CareChoice } from '../details/care-field.tsx'
import type { Draft, Kind, Wrong } from './draft.ts'

export type FieldsProps = { draft: Draft; wrong: Wrong; onChange: (next: Partial<Draft>) => void }

/** The inputs of what is to change. */
export function ChangeFields(props: FieldsProps) {
  const { draft, onChange } = props
  if (draft.kind === 'price') return <PriceFields {...props} />
  if (draft.kind === 'sale') return <SaleFields {...props} />
  if (draft.kind === 'stock') return <StockFields {...props} />
  if (draft.kind === 'care') return <CareChoice care={draft.value} onChange={(value) => onChange({ value })} />
  if (draft.kind === 'delete')
    return (
      <Notice tone="plain">
        Ürünler mağazadan kalkar, eski siparişlerde görünmeye devam eder. 30 gün içinde hepsini ya da bazılarını geri
        alabilirsiniz.
      </Notice>
    )
  if (draft.kind === 'tags') return <TagFields {...props} />
  if (draft.kind === 'fabric') return <FabricField {...props} />
  return <ValueSelect {...props} />
}

type Choice<V extends string> = { value: V; label: string }

/** Two or three ways, side by side under the thumb. */
function Ways<V extends string>(props: {
  label: string
  value: V
  choices: Choice<V>[]
  onChange: (value: V) => void
}) {
  const { label, value, choices, onChange } = props
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={value === choice.value}
          onClick={() => onChange(choice.value)}
          className={`min-h-11 grow rounded-xs border px-3 sm:grow-0 sm:px-5 ${value === choice.value ? 'border-ink bg-ink text-white' : 'border-edge bg-surface'}`}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}

const waysTo = (set: string): Choice<Draft['way']>[] => [
  { value: 'up', label: 'Artır' },
  { value: 'down', label: 'Azalt' },
  { value: 'set', label: set },
]

function PriceFields({ draft, wrong, onChange }: FieldsProps) {
  const percent = draft.way !== 'set' && draft.unit === 'percent'
  return (
    <>
      <Ways
        label="Fiyat nasıl değişsin?"
        value={draft.way}
        choices={waysTo('Yeni fiyat')}
        onChange={(way) => onChange({ way })}
      />
      {draft.way !== 'set' && (
        <Ways
          label="Yüzde mi, tutar mı?"
          value={draft.unit}
          choices={[
            { value: 'percent', label: 'Yüzde (%)' },
            { value: 'tl', label: 'Tutar (TL)' },
          ]}
          onChange={(unit) => onChange({ unit })}
        />
      )}
      <Field
        label={draft.way === 'set' ? 'Yeni fiyat (TL)' : percent ? 'Yüzde kaç?' : 'Kaç TL?'}
        inputMode="decimal"
        maxLength={12}
        autoComplete="off"
        value={draft.amount}
        error={wrong.amount}
        onChange={({ target }) => onChange({ amount: target.value })}
      />
      <Rounding draft={draft} onChange={onChange} />
    </>
  )
}

function Rounding({ draft, onChange }: Pick<FieldsProps, 'draft' | 'onChange'>) {
  return (
    <Select
      label="Yuvarlama"
      value={draft.round}
      options={[
        { value: '', label: 'Yuvarlanmasın' },
        { value: '90', label: ',90 ile bitsin (en yakını)' },
        { value: '5', label: 'En yakın 5 TL’ye yuvarlansın' },
      ]}
      onChange={({ target }) => onChange({ round: target.value as Draft['round'] })}
    />
  )
}

function SaleFields({ draft, wrong, onChange }: FieldsProps) {
  const dated = draft.from !== '' || draft.to !== ''
  return (
    <>
      <Field
        label="İndirim oranı (%)"
        inputMode="numeric"
        maxLength={5}
        autoComplete="off"
        value={draft.amount}
        error={wrong.amount}
        hint="Bugünkü fiyattan düşülür; eski fiyatın üstü, yasanın izin verdiği kadar çizilir."
        onChange={({ target }) => onChange({ amount: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Başlangıç"
          optional
          type="datetime-local"
          value={draft.from}
          onChange={({ target }) => onChange({ from: target.value })}
        />
        <Field
          label="Bitiş"
          optional
          type="datetime-local"
          value={draft.to}
          error={wrong.to}
          onChange={({ target }) => onChange({ to: target.value })}
        />
      </div>
      <p className="text-muted text-sm">
        {dated
          ? 'Tarihler İstanbul saatiyledir. Bitişte fiyatlar kendiliğinden eski hâline döner.'
          : 'Tarih yazmazsanız indirim uyguladığınız anda başlar ve siz geri alana kadar sürer.'}
      </p>
      {!dated && <Rounding draft={draft} onChange={onChange} />}
    </>
  )
}

function StockFields({ draft, wrong, onChange }: FieldsProps) {
  return (
    <>
      <Ways
        label="Stok nasıl değişsin?"
        value={draft.way}
        choices={waysTo('Yeni stok')}
        onChange={(way) => onChange({ way })}
      />
      <Field
        label={draft.way === 'set' ? 'Her bedende kaç adet olsun?' : 'Her bedende kaç adet?'}
        inputMode="numeric"
        maxLength={7}
        autoComplete="off"
        value={draft.amount}
        error={wrong.amount}
        hint="Önizlemeyle uygulama arasında satılanlar düşülür."
        onChange={({ target }) => onChange({ amount: target.value })}
      />
    </>
  )
}

function FabricField({ draft, onChange }: FieldsProps) {
  return (
    <Field
      label="Kumaş"
      maxLength={300}
      value={draft.value}
      hint="Örneğin: %55 keten, %45 viskon. Boş bırakırsanız kumaş bilgisi silinir."
      onChange={({ target }) => onChange({ value: target.value })}
    />
  )
}

function TagFields({ draft, wrong, onChange }: FieldsProps) {
  return (
    <>
      <Ways
        label="Eklensin mi, çıksın mı?"
        value={draft.way}
        choices={[
          { value: 'up', label: 'Ekle' },
          { value: 'down', label: 'Çıkar' },
        ]}
        onChange={(way) => onChange({ way })}
      />
      <Field
        label={draft.way === 'down' ? 'Hangi etiketler çıksın?' : 'Hangi etiketler eklensin?'}
        maxLength={300}
        autoComplete="off"
        value={draft.value}
        error={wrong.value}
        hint="Virgülle ayırın: yaz, keten. Ürünlerin öbür etiketleri kalır."
        onChange={({ target }) => onChange({ value: target.value })}
      />
    </>
  )
}

const fixed: Partial<Record<Kind, { placeholder?: string; options: Choice<string>[] }>> = {
  status: {
    placeholder: 'Seçin',
    options: [
      { value: 'published', label: 'Yayına alınsın' },
      { value: 'draft', label: 'Taslağa alınsın' },
    ],
  },
  vatRate: {
    options: [
      { value: '', label: 'Mağazanın oranı' },
      ...vatRates.map((rate) => ({ value: String(rate), label: `%${rate}` })),
    ],
  },
  fit: {
    options: [{ value: '', label: 'Belirtilmedi' }, ...fits.map(({ key, name }) => ({ value: key, label: name }))],
  },
}
const labels: Partial<Record<Kind, string>> = {
  status: 'Yeni durum',
  category: 'Yeni kategori',
  group: 'Renk grubu',
  vatRate: 'KDV oranı',
  fit: 'Kalıp',
}

function ValueSelect({ draft, wrong, onChange }: FieldsProps) {
  const loaded = useOptions(draft.kind)
  const { placeholder = 'Seçin', options } = fixed[draft.kind] ?? { options: loaded }
  return (
    <Select
      label={labels[draft.kind] ?? ''}
      value={draft.value}
      error={wrong.value}
      placeholder={options.some(({ value }) => value === '') ? undefined : placeholder}
      options={options}
      onChange={({ target }) => onChange({ value: target.value })}
    />
  )
}

/** Categories, or groups of colors. */
function useOptions(kind: Kind): Choice<string>[] {
  const { state } = useLoaded(kind, async (signal): Promise<Choice<string>[]> => {
    const named = (list: { id: string; name: string }[]) => list.map(({ id, name }) => ({ value: id, label: name }))
    if (kind === 'category')
      return named((await adminCall<'GET /admin/categories'>('GET', '/admin/categories', undefined, { signal })).data)
    if (kind !== 'group') return []
    const groups = await adminCall<'GET /admin/product-groups'>('GET', '/admin/product-groups', undefined, { signal })
    return [{ value: 'none', label: 'Grubundan çıksın' }, ...named(groups.data)]
  })
  return state.kind === 'ready' ? state.value : []
}
