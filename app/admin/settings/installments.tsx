import { type FormEvent, useState } from 'react'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { EnvironmentFacts, SaveBar, SectionHead } from './section-parts.tsx'
import type { Installments, SectionProps, ShopSettings } from './settings-shape.ts'
import { useSave } from './use-section.ts'

const counts = Array.from({ length: 11 }, (_, index) => index + 2)

const bearers = [
  { value: 'shopper', label: 'Müşteri öder', hint: 'Taksitli toplam, tek çekim fiyatından yüksek olur.' },
  { value: 'shop', label: 'Mağaza öder', hint: 'Müşteri her taksitte aynı toplamı öder; farkı siz karşılarsınız.' },
] as const

type Draft = { counts: number[]; feeBearer: Installments['feeBearer']; minimum: string }

function draftOf({ counts, feeBearer, minimumAmount }: Installments): Draft {
  return { counts, feeBearer, minimum: minimumAmount === 0 ? '' : String(minimumAmount).replace('.', ',') }
}

/** '1.250,50' → 1250.5 */
function amountOf(text: string): number {
  return text.trim() === '' ? 0 : Number(text.trim().replaceAll('.', '').replace(',', '.'))
}

/** Which instalments are offered, from which amount on, and who bears their fee. */
export function InstallmentsSection({ settings, onSaved, onReload }: SectionProps) {
  const [draft, setDraft] = useState(draftOf(settings.installments))
  const [kept, setKept] = useState(draft)
  const [wrong, setWrong] = useState<string>()
  const { busy, conflict, save } = useSave('/admin/settings/installments')
  const unsaved = JSON.stringify(draft) !== JSON.stringify(kept)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const minimumAmount = amountOf(draft.minimum)
    if (Number.isNaN(minimumAmount)) return setWrong('Tutarı 750 veya 1.250,50 gibi yazın')
    const { counts, feeBearer } = draft
    const answer = await save<Installments>({
      counts,
      feeBearer,
      minimumAmount,
      version: settings.installments.version,
    })
    if ('wrong' in answer) return setWrong(answer.wrong.minimumAmount)
    setKept(draft)
    onSaved({ installments: answer.saved })
  }

  function toggle(count: number, on: boolean) {
    const others = draft.counts.filter((other) => other !== count)
    setDraft({ ...draft, counts: on ? [...others, count].sort((a, b) => a - b) : others })
  }

  return (
    <form onSubmit={submit} noValidate>
      <SectionHead title="Ödeme ve taksit">
        Tek çekim her zaman sunulur. Burada seçtiğiniz taksitler, müşterinin kartı izin veriyorsa görünür.
      </SectionHead>
      <div className="grid gap-6">
        <fieldset>
          <legend className="mb-2 font-medium text-sm">Sunulan taksitler</legend>
          <div className="grid grid-cols-3 gap-x-4 sm:grid-cols-4">
            {counts.map((count) => (
              <Checkbox
                key={count}
                checked={draft.counts.includes(count)}
                onChange={(event) => toggle(count, event.target.checked)}
                className="[&>label]:min-h-11 [&>label]:items-center"
              >
                {count} taksit
              </Checkbox>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend className="mb-2 font-medium text-sm">Taksit farkını kim öder?</legend>
          <div className="grid gap-2">
            {bearers.map(({ value, label, hint }) => (
              <label key={value} className="flex min-h-11 items-center gap-3 text-sm">
                <input
                  type="radio"
                  name="feeBearer"
                  checked={draft.feeBearer === value}
                  onChange={() => setDraft({ ...draft, feeBearer: value })}
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
        <Field
          label="Taksit için en az tutar (TL)"
          optional
          hint="Bu tutarın altındaki alışverişlerde yalnızca tek çekim sunulur."
          inputMode="decimal"
          maxLength={12}
          className="sm:max-w-80"
          value={draft.minimum}
          error={wrong}
          onChange={(event) => {
            setWrong(undefined)
            setDraft({ ...draft, minimum: event.target.value })
          }}
        />
        <SaveBar busy={busy} unsaved={unsaved} conflict={conflict} onReload={onReload} />
      </div>
      <EnvironmentFacts facts={paymentFacts(settings.environment)} />
    </form>
  )
}

const threeDsWords = {
  always: 'Her ödemede sorulur',
  never: 'Hiç sorulmaz',
  auto: 'Bankanın ve kartın kuralına göre',
}

function paymentFacts(environment: ShopSettings['environment']) {
  const { paymentProvider, paymentAddress, paymentKeysSet, threeDs, holdMinutes } = environment
  return [
    {
      label: 'Ödeme kuruluşu',
      value: paymentProvider === 'iyzico' ? `iyzico (${paymentAddress})` : 'Deneme bankası; gerçek para alınmaz',
      variable: 'PAYMENT_PROVIDER',
    },
    { label: 'iyzico anahtarları', value: paymentKeysSet ? 'Ayarlı' : 'Ayarlı değil', variable: 'IYZICO_API_KEY' },
    { label: '3-D Secure', value: threeDsWords[threeDs], variable: 'PAYMENT_3DS' },
    {
      label: 'Banka onayı beklenirken',
      value: `Ürünler en çok ${holdMinutes} dakika ayrılır`,
      variable: 'HOLD_MINUTES',
    },
  ]
}
