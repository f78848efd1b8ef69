import { Field } from '#app/ui/field.tsx'
import { after, days, istanbulDay } from '#shop/time.ts'
import { Filter } from '../parts/search-box.tsx'
import type { useQuery } from '../parts/use-query.ts'

const ago = (n: number) => istanbulDay(after(new Date(), -days(n)))
const today = () => ago(0)

const periods: Record<string, { label: string; of: () => { from: string; to: string } }> = {
  bugun: { label: 'Bugün', of: () => ({ from: today(), to: today() }) },
  '7-gun': { label: 'Son 7 gün', of: () => ({ from: ago(6), to: today() }) },
  '30-gun': { label: 'Son 30 gün', of: () => ({ from: ago(29), to: today() }) },
  '90-gun': { label: 'Son 90 gün', of: () => ({ from: ago(89), to: today() }) },
  'bu-ay': { label: 'Bu ay', of: () => ({ from: `${today().slice(0, 7)}-01`, to: today() }) },
  'bu-yil': { label: 'Bu yıl', of: () => ({ from: `${today().slice(0, 4)}-01-01`, to: today() }) },
  '12-ay': { label: 'Son 12 ay', of: () => ({ from: ago(364), to: today() }) },
}

const comparisons = [
  { value: '', label: 'Karşılaştırma yok' },
  { value: 'previous', label: 'Önceki dönemle' },
  { value: 'year', label: 'Geçen yılla' },
]

type Query = ReturnType<typeof useQuery>

/** The days that the address asks for. */
export function periodIn({ get }: Query): { from: string; to: string } {
  if (get('donem') !== 'secilen') return (periods[get('donem')] ?? periods['30-gun'])?.of() ?? { from: '', to: '' }
  return { from: get('bas') || ago(29), to: get('bit') || today() }
}

export function compareIn({ get }: Query): string {
  return comparisons.some(({ value }) => value === get('kiyas')) ? get('kiyas') : ''
}

/** Which days, and what they are compared with. */
export function PeriodFields({ query, compared }: { query: Query; compared: boolean }) {
  const { get, set } = query
  const { from, to } = periodIn(query)
  const chosen = get('donem') === 'secilen' ? 'secilen' : get('donem') in periods ? get('donem') : '30-gun'
  const options = [
    ...Object.entries(periods).map(([value, { label }]) => ({ value, label })),
    { value: 'secilen', label: 'Tarih seçin' },
  ]
  return (
    <div className="mb-6 flex flex-wrap items-end gap-3">
      <Filter
        label="Dönem"
        value={chosen}
        options={options}
        onChange={(donem) => set(donem === 'secilen' ? { donem, bas: from, bit: to } : { donem, bas: '', bit: '' })}
      />
      {compared && (
        <Filter
          label="Karşılaştır"
          value={compareIn(query)}
          options={comparisons}
          onChange={(kiyas) => set({ kiyas })}
        />
      )}
      {chosen === 'secilen' && (
        <div className="grid grid-cols-2 gap-3 max-sm:w-full">
          <Field
            label="İlk gün"
            type="date"
            value={from}
            max={to}
            onChange={({ target }) => set({ bas: target.value })}
          />
          <Field
            label="Son gün"
            type="date"
            value={to}
            min={from}
            onChange={({ target }) => set({ bit: target.value })}
          />
        </div>
      )}
    </div>
  )
}
