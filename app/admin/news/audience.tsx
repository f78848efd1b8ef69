import { useId } from 'react'
import type { WireNewsletterDetail } from '#api/wire/news.ts'
import { api } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Select } from '#app/ui/select.tsx'
import { provinces } from '#shop/fields/provinces.ts'
import { adminCall, sentenceOf } from '../parts/api.ts'
import { WholeField, wholeOf } from '../parts/number-fields.tsx'
import { number } from './words.ts'

type Audience = WireNewsletterDetail['audience']
type ChoiceProps = { audience: Audience; onChange: (audience: Audience) => void }

const kinds: { value: Audience['kind']; label: string; hint: string }[] = [
  { value: 'ALL', label: 'İzin veren herkes', hint: 'E-posta izni veren bütün adresler.' },
  { value: 'BOUGHT', label: 'Alışveriş yapanlar', hint: 'İsterseniz zamanına, ürününe ve iline göre daraltın.' },
  { value: 'NEVER', label: 'Hiç alışveriş yapmayanlar', hint: 'İzin vermiş, ama henüz bir şey almamış olanlar.' },
]

/** Whom it goes to, with how many those are now. */
export function AudienceChoice({ audience, onChange }: ChoiceProps) {
  const name = useId()
  return (
    <section aria-labelledby="news-audience" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="news-audience" className="font-semibold">
        Kime
      </h2>
      <fieldset className="grid border-line border-t bg-surface">
        <legend className="sr-only">Kime gönderilsin?</legend>
        {kinds.map(({ value, label, hint }) => (
          <label key={value} className="flex min-h-11 cursor-pointer gap-3 border-line border-b px-4 py-3">
            <input
              type="radio"
              name={name}
              checked={audience.kind === value}
              onChange={() => onChange({ kind: value })}
              className="mt-0.5 size-5 shrink-0 accent-ink"
            />
            <span>
              <span className="block font-medium text-sm">{label}</span>
              <span className="block text-muted text-sm">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {audience.kind === 'BOUGHT' && <Narrowing audience={audience} onChange={onChange} />}
      <Count audience={audience} />
    </section>
  )
}

function Narrowing({ audience, onChange }: ChoiceProps) {
  const { state } = useLoaded('news choices', async (signal) => ({
    ...(await adminCall<'GET /admin/newsletters/choices'>('GET', '/admin/newsletters/choices', undefined, { signal }))
      .data,
    categories: await api.get<'GET /categories'>('/categories', { guest: true, signal }),
  }))
  const { sizes, tags, categories } = state.kind === 'ready' ? state.value : { sizes: [], tags: [], categories: [] }
  const any = (label: string) => ({ value: '', label })
  const set = (change: Partial<Audience>) => onChange({ ...audience, ...change })
  const text = (days: number | undefined) => (days === undefined ? '' : String(days))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <WholeField
        label="Son kaç günde"
        optional
        value={text(audience.days)}
        onChange={({ target }) => set({ days: wholeOf(target.value) || undefined })}
      />
      <Select
        label="Kategori"
        options={[any('Hepsi'), ...categories.map(({ id, name }) => ({ value: id, label: name }))]}
        value={audience.categoryId ?? ''}
        onChange={({ target }) => set({ categoryId: target.value || undefined })}
      />
      <Select
        label="Beden"
        options={[any('Hepsi'), ...sizes]}
        value={audience.size ?? ''}
        onChange={({ target }) => set({ size: target.value || undefined })}
      />
      <Select
        label="Teslimat ili"
        options={[any('Hepsi'), ...provinces]}
        value={audience.city ?? ''}
        onChange={({ target }) => set({ city: target.value || undefined })}
      />
      {tags.length > 0 && (
        <Select
          label="Ürün etiketi"
          options={[any('Hepsi'), ...tags]}
          value={audience.tag ?? ''}
          onChange={({ target }) => set({ tag: target.value || undefined })}
        />
      )}
    </div>
  )
}

/** How many addresses that is at the moment. */
export function Count({ audience }: { audience: Audience }) {
  const { state } = useLoaded(JSON.stringify(audience), async (signal) => {
    const { data } = await adminCall<'POST /admin/newsletters/audience'>(
      'POST',
      '/admin/newsletters/audience',
      audience,
      { signal },
    )
    return data.recipients
  })
  return (
    <p role="status" className="text-sm">
      {state.kind === 'loading' && <span className="text-muted">Sayılıyor…</span>}
      {state.kind === 'failed' && <span className="text-bad">{sentenceOf(state.error, 'Alıcılar sayılamadı')}</span>}
      {state.kind === 'ready' && (
        <>
          <strong className="tabular-nums">{number(state.value)} kişi</strong>
          <span className="text-muted">
            {state.value === 0 ? ': bu seçime uyan, e-posta izni vermiş kimse yok.' : ' şu anda bu seçime uyuyor.'}
          </span>
        </>
      )}
    </p>
  )
}
