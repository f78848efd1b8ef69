import { type FormEvent, useState } from 'react'
import type { WireInstallments, WireSettings } from '#api/wire/admin/settings.ts'
import { Checkbox } from '#app/ui/field.tsx'
import { adminCall } from '../parts/api.ts'
import { AmountField, amountOf, amountText } from '../parts/number-fields.tsx'
import type { SectionProps } from './section.ts'
import { type EnvironmentFact, EnvironmentFacts, SaveBar, SectionHead } from './section-parts.tsx'
import { useSave } from './use-section.ts'

const counts = Array.from({ length: 11 }, (_, index) => index + 2)

const bearers = [
  { value: 'shopper', label: 'Müşteri öder', hint: 'Taksitli toplam, tek çekim fiyatından yüksek olur.' },
  { value: 'shop', label: 'Mağaza öder', hint: 'Müşteri her taksitte aynı toplamı öder; farkı siz karşılarsınız.' },
] as const

type Draft = Pick<WireInstallments, 'feeBearer' | 'counts' | 'cardEntry'> & { minimum: string }

function draftOf({ counts, feeBearer, cardEntry, minimumAmount }: WireInstallments): Draft {
  return { counts, feeBearer, cardEntry, minimum: amountText(minimumAmount) }
}

const saveInstallments = (body: object) =>
  adminCall<'PUT /admin/settings/installments'>('PUT', '/admin/settings/installments', body)

/** The installments that are offered, from which amount on, and who bears their fee. */
export function InstallmentsSection({ settings, onSaved, onReload }: SectionProps) {
  const [draft, setDraft] = useState(draftOf(settings.installments))
  const [kept, setKept] = useState(draft)
  const [wrong, setWrong] = useState<string>()
  const { busy, conflict, save } = useSave(saveInstallments, {
    values: { minimumAmount: draft.minimum },
    accept({ minimumAmount }) {
      setWrong(minimumAmount)
      return minimumAmount === undefined
    },
  })
  const unsaved = JSON.stringify(draft) !== JSON.stringify(kept)

  function submit(event: FormEvent) {
    event.preventDefault()
    const minimumAmount = amountOf(draft.minimum)
    if (Number.isNaN(minimumAmount)) return setWrong('Tutarı 750 veya 1.250,50 gibi yazın')
    const { counts, feeBearer, cardEntry } = draft
    const { version } = settings.installments
    save({ counts, feeBearer, cardEntry, minimumAmount, version }, (installments) => {
      setKept(draft)
      onSaved({ installments })
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <SectionHead title="Ödeme ve taksit">
        Tek çekim her zaman sunulur. Burada seçtiğiniz taksitler, müşterinin kartı izin veriyorsa görünür.
      </SectionHead>
      <div className="grid gap-6">
        <CardEntryChoice
          chosen={draft.cardEntry}
          pageOnly={settings.environment.ownPageOnly}
          onChange={(cardEntry) => setDraft({ ...draft, cardEntry })}
        />
        <Counts chosen={draft.counts} onChange={(counts) => setDraft({ ...draft, counts })} />
        <OneOf
          legend="Taksit farkını kim öder?"
          name="feeBearer"
          options={bearers}
          chosen={draft.feeBearer}
          onChange={(feeBearer) => setDraft({ ...draft, feeBearer })}
        />
        <MinimumField
          value={draft.minimum}
          error={wrong}
          onChange={(minimum) => {
            setWrong(undefined)
            setDraft({ ...draft, minimum })
          }}
        />
        <SaveBar busy={busy} unsaved={unsaved} conflict={conflict} onReload={onReload} />
      </div>
      <EnvironmentFacts facts={paymentFacts(settings.environment)} />
    </form>
  )
}

type MinimumFieldProps = { value: string; error: string | undefined; onChange: (text: string) => void }

function MinimumField({ value, error, onChange }: MinimumFieldProps) {
  return (
    <AmountField
      label="Taksit için en az tutar (TL)"
      optional
      hint="Bu tutarın altındaki alışverişlerde yalnızca tek çekim sunulur."
      className="sm:max-w-80"
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Counts({ chosen, onChange }: { chosen: number[]; onChange: (counts: number[]) => void }) {
  function toggle(count: number, on: boolean) {
    const others = chosen.filter((other) => other !== count)
    onChange(on ? [...others, count].sort((a, b) => a - b) : others)
  }

  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">Sunulan taksitler</legend>
      <div className="grid grid-cols-3 gap-x-4 sm:grid-cols-4">
        {counts.map((count) => (
          <Checkbox
            key={count}
            checked={chosen.includes(count)}
            onChange={(event) => toggle(count, event.target.checked)}
            className="[&>label]:min-h-11 [&>label]:items-center"
          >
            {count} taksit
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

const entries = [
  { value: 'shop', label: 'Bizim sayfamızda', hint: 'Müşteri mağazadan ayrılmaz. Sunucunuz kartı görür: PCI SAQ D.' },
  {
    value: 'page',
    label: 'Ödeme kuruluşunun sayfasında',
    hint: 'Kart bilgisi sunucunuza hiç gelmez: PCI SAQ A. Teknik sorumlunuz yoksa bunu seçin.',
  },
  { value: 'both', label: 'Müşteri seçer', hint: 'İki yol da sunulur; PCI için ilki geçerlidir.' },
] as const

type EntryProps = {
  chosen: WireInstallments['cardEntry']
  pageOnly: boolean
  onChange: (entry: (typeof entries)[number]['value']) => void
}

function CardEntryChoice({ chosen, pageOnly, onChange }: EntryProps) {
  return (
    <div>
      <OneOf
        legend="Kart bilgisi nerede girilir?"
        name="cardEntry"
        options={entries}
        chosen={chosen}
        isOut={(entry) => pageOnly && entry !== 'page'}
        onChange={onChange}
      />
      <p className="mt-2 text-muted text-sm">
        Ödeme kuruluşunun sayfasında taksit, farkını mağaza ödüyorsa sunulur.
        {pageOnly && ' Seçili ödeme kuruluşu kartı yalnızca kendi sayfasında alır.'}
      </p>
    </div>
  )
}

type OneOfProps<T extends string> = {
  legend: string
  name: string
  options: readonly { value: T; label: string; hint: string }[]
  chosen: T | undefined
  /** Whether it cannot be chosen here. */
  isOut?: (value: T) => boolean
  onChange: (value: T) => void
}

/** A choice of which each way has a sentence. */
function OneOf<T extends string>({ legend, name, options, chosen, isOut, onChange }: OneOfProps<T>) {
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      <div className="grid gap-2">
        {options.map(({ value, label, hint }) => (
          <label key={value} className="flex min-h-11 items-center gap-3 text-sm has-disabled:text-muted">
            <input
              type="radio"
              name={name}
              checked={chosen === value}
              disabled={isOut?.(value)}
              onChange={() => onChange(value)}
              className="size-5 shrink-0 accent-ink"
            />
            <span>
              {label}
              <span className="block text-muted">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const threeDsWords = {
  always: 'Her ödemede sorulur',
  never: 'Hiç sorulmaz',
  auto: 'Bankanın ve kartın kuralına göre',
}

function paymentFacts(environment: WireSettings['environment']): EnvironmentFact[] {
  const { paymentProvider, paymentAddress, paymentKeys, threeDs, holdMinutes, fixed } = environment
  return [
    {
      label: 'Ödeme kuruluşu',
      value: paymentAddress ? `${paymentProvider} (${paymentAddress})` : 'Deneme bankası; gerçek para alınmaz',
      outside: fixed.payment,
    },
    ...(paymentKeys
      ? [{ ...paymentKeys, value: paymentKeys.set ? 'Ayarlı' : 'Ayarlı değil', outside: fixed.payment }]
      : []),
    { label: '3-D Secure', value: threeDsWords[threeDs], outside: true },
    {
      label: 'Banka onayı beklenirken',
      value: `Ürünler en çok ${holdMinutes} dakika ayrılır`,
      outside: true,
    },
  ]
}
