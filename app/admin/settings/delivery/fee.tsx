import { type FormEvent, useState } from 'react'
import type { WireSettings } from '#api/wire/admin/settings.ts'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/select.tsx'
import { provinces } from '#shop/fields/provinces.ts'
import type { FieldErrors } from '#shop/fields/rules.ts'
import { feeWords } from '#shop/settings/delivery-fee.ts'
import { adminCall } from '../../parts/api.ts'
import { amountOf, amountText, typed } from '../../parts/number-fields.tsx'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useSave } from '../use-section.ts'
import { Amount } from './amount.tsx'
import { feeOf } from './fee-of.ts'
import { type OwnClass, ownClass, WeightClasses } from './weight-classes.tsx'

type Own = { city: string; fee: string; key: number }
type Draft = { fee: string; freeFrom: string; provinces: Own[]; classes: OwnClass[] }

let keys = 0

function draftOf({ fee, freeFrom, provinces, classes }: WireSettings['delivery']): Draft {
  const own = provinces.map(({ city, fee }) => ({ city, fee: typed(fee), key: keys++ }))
  return { fee: amountText(fee), freeFrom: amountText(freeFrom), provinces: own, classes: classes.map(ownClass) }
}

function bodyOf({ fee, freeFrom, provinces, classes }: Draft) {
  return {
    fee: amountOf(fee),
    freeFrom: amountOf(freeFrom),
    provinces: provinces.map(({ city, fee }) => ({ city, fee: amountOf(fee) })),
    classes: classes.map(({ name, extra, was }) => ({ name: name.trim(), extra: amountOf(extra), was })),
  }
}

const saveDelivery = (body: object) =>
  adminCall<'PUT /admin/settings/delivery'>('PUT', '/admin/settings/delivery', body)

/** The fee for delivery: none or a fixed one, from which total it is free, provinces with another fee, and heavier classes. */
export function DeliveryFeeSection({ settings: { delivery }, onSaved, onReload }: SectionProps) {
  const [draft, setDraft] = useState(() => draftOf(delivery))
  const [kept, setKept] = useState(draft)
  const [errors, setErrors] = useState<FieldErrors<string>>({})
  const values = { ...draft, provinces: '', classes: '', ...namesOf(draft) }
  const { busy, conflict, save } = useSave(saveDelivery, {
    values,
    accept(found: FieldErrors<string>) {
      setErrors(found)
      return Object.keys(found).length === 0
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = wrongAmounts(draft)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    save({ ...bodyOf(draft), version: delivery.version }, (saved) => {
      const now = { ...draft, classes: saved.classes.map(ownClass) }
      setDraft(now)
      setKept(now)
      onSaved({ delivery: saved })
    })
  }

  function change(set: Partial<Draft>) {
    setErrors({})
    setDraft({ ...draft, ...set })
  }

  return (
    <form onSubmit={submit} noValidate>
      <SectionHead title="Kargo ücreti">
        Boş bırakırsanız kargo ücretsizdir. Ücret, ödeme adımında sipariş toplamına eklenir; sayfalar, sözleşmeler ve
        e-postalar kendiliğinden uyar.
      </SectionHead>
      <div className="grid gap-6">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Amount label="Kargo ücreti (TL)" value={draft.fee} error={errors.fee} onChange={(fee) => change({ fee })} />
          <Amount
            label="Şu tutardan itibaren ücretsiz (TL)"
            hint="Boşsa her siparişte ücret alınır."
            value={draft.freeFrom}
            error={errors.freeFrom}
            onChange={(freeFrom) => change({ freeFrom })}
          />
        </div>
        <Provinces list={draft.provinces} errors={errors} onChange={(provinces) => change({ provinces })} />
        <WeightClasses list={draft.classes} errors={errors} onChange={(classes) => change({ classes })} />
        <Preview draft={draft} />
        <SaveBar
          busy={busy}
          unsaved={JSON.stringify(draft) !== JSON.stringify(kept)}
          conflict={conflict}
          onReload={onReload}
        />
      </div>
    </form>
  )
}

const badAmount = 'Tutarı 49 veya 49,90 gibi yazın'

function wrongAmounts({ fee, freeFrom, provinces, classes }: Draft): FieldErrors<string> {
  const all = {
    fee,
    freeFrom,
    ...Object.fromEntries(provinces.map(({ fee }, index) => [`provinces.${index}.fee`, fee])),
    ...Object.fromEntries(classes.map(({ extra }, index) => [`classes.${index}.extra`, extra])),
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, text]) => (Number.isNaN(amountOf(text)) ? [[name, badAmount]] : [])),
  )
}

/** The fields of the lists as the server names them. */
function namesOf({ provinces, classes }: Draft): Record<string, string> {
  return Object.fromEntries([
    ...provinces.flatMap(({ city, fee }, index) => [
      [`provinces.${index}.city`, city],
      [`provinces.${index}.fee`, fee],
    ]),
    ...classes.flatMap(({ name, extra }, index) => [
      [`classes.${index}.name`, name],
      [`classes.${index}.extra`, extra],
    ]),
  ])
}

type ProvincesProps = { list: Own[]; errors: FieldErrors<string>; onChange: (list: Own[]) => void }

function Provinces({ list, errors, onChange }: ProvincesProps) {
  const set = (index: number, change: Partial<Own>) =>
    onChange(list.map((own, at) => (at === index ? { ...own, ...change } : own)))
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-medium text-sm">Ücreti farklı iller</legend>
      {errors.provinces && (
        <p role="alert" className="text-bad text-sm">
          {errors.provinces}
        </p>
      )}
      {list.map(({ key, city, fee }, index) => (
        <div key={key} className="grid items-start gap-4 sm:grid-cols-3">
          <Select
            label="İl"
            placeholder="İl seçin"
            options={provinces}
            value={city}
            error={errors[`provinces.${index}.city`] ?? ''}
            onChange={({ target }) => set(index, { city: target.value })}
          />
          <Amount
            label="Ücret (TL)"
            value={fee}
            error={errors[`provinces.${index}.fee`]}
            onChange={(text) => set(index, { fee: text })}
          />
          <Button
            look="quiet"
            size="small"
            className="-ml-2 justify-self-start sm:mt-7"
            onClick={() => onChange(list.filter((own) => own.key !== key))}
          >
            Kaldır<span className="sr-only">: {city || `${index + 1}. il`}</span>
          </Button>
        </div>
      ))}
      {list.length < provinces.length && (
        <Button
          look="secondary"
          className="justify-self-start"
          onClick={() => onChange([...list, { city: '', fee: '', key: keys++ }])}
        >
          İl ekle
        </Button>
      )}
    </fieldset>
  )
}

/** The very sentences that pages and contracts will show. */
function Preview({ draft }: { draft: Draft }) {
  if (Object.keys(wrongAmounts(draft)).length > 0) return null
  const classes = draft.classes.filter(({ name, extra }) => name.trim() !== '' && amountOf(extra) > 0)
  const { first, rule } = feeWords(feeOf(bodyOf({ ...draft, classes })))
  return (
    <section aria-label="Önizleme" className="border-line border-l-2 pl-4 text-sm">
      <h3 className="mb-2 text-muted">Sayfalarda şöyle yazar</h3>
      <p>{first}.</p>
      <p>{rule}</p>
    </section>
  )
}
