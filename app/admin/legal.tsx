import { type FormEvent, useState } from 'react'
import { ApiError } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Toasts, toast } from '#app/ui/toast.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import type { ShopPolicies } from '#shop/settings/policies.ts'
import { adminCall, sentenceOf } from './admin-api.ts'

type Name = keyof ShopPolicies
type Legal = {
  settings: ShopPolicies & { priceWindowDays: number }
  inForce: ShopPolicies
  missing: Name[]
}

const fields: { name: Name; label: string; hint?: string }[] = [
  { name: 'merchantTitle', label: 'Ticaret unvanı', hint: 'Esnafsanız adınız ve soyadınız' },
  { name: 'mersis', label: 'MERSİS numarası', hint: '16 rakam; esnafsanız boş bırakıp vergi numarası yazın' },
  { name: 'taxOffice', label: 'Vergi dairesi' },
  { name: 'taxNumber', label: 'Vergi numarası' },
  { name: 'tradeRegistry', label: 'Ticaret sicil numarası' },
  { name: 'chamber', label: 'Meslek odası' },
  { name: 'address', label: 'Merkez adresi' },
  { name: 'phone', label: 'Telefon' },
  { name: 'kep', label: 'KEP adresi' },
  { name: 'returnCarrier', label: 'İade kargo firması', hint: 'Müşterinin ücretsiz kullanacağı anlaşmalı firma' },
  { name: 'returnAddress', label: 'İade adresi' },
]

const labelOf = (name: Name) => fields.find((field) => field.name === name)?.label ?? name

/** Who sells, as every contract and policy page says it. */
export default function LegalSettings() {
  const { state, again } = useLoaded('legal', (signal) =>
    adminCall<Legal>('GET', '/admin/settings/legal', undefined, { signal }),
  )
  return (
    <div className="max-w-text">
      <h1 className="mb-2 font-display text-2xl">Yasal bilgiler</h1>
      <p className="mb-6 text-muted text-sm">
        Bu bilgiler sözleşmelerde, ön bilgilendirme formunda ve bilgi sayfalarında görünür.
      </p>
      {state.kind === 'loading' && <Skeleton className="h-96" />}
      {state.kind === 'failed' && (
        <div className="grid justify-items-start gap-4">
          <Notice tone="bad">{sentenceOf(state.error, 'Yasal bilgiler alınamadı')}</Notice>
          <Button look="secondary" onClick={again}>
            Tekrar Dene
          </Button>
        </div>
      )}
      {state.kind === 'ready' && <LegalForm legal={state.value.data} />}
      <Toasts className="fixed right-4 bottom-4 left-4 z-40 sm:left-auto sm:w-96" />
    </div>
  )
}

function LegalForm({ legal }: { legal: Legal }) {
  const { priceWindowDays, ...texts } = legal.settings
  const { values, field, form, accept } = useFields<Name | 'priceWindowDays'>({
    ...texts,
    priceWindowDays: String(priceWindowDays),
  })
  const [missing, setMissing] = useState(legal.missing)
  const [busy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      const body = { ...values, priceWindowDays: Number(values.priceWindowDays) }
      const { data, message } = await adminCall<Legal>('PUT', '/admin/settings/legal', body)
      setMissing(data.missing)
      accept({})
      toast('good', message ?? 'Kaydedildi.')
    } catch (error) {
      const wrong = error instanceof ApiError ? Object.entries(error.fields) : []
      if (wrong.length > 0) accept(Object.fromEntries(wrong.map(([name, [sentence]]) => [name, sentence ?? ''])))
      else toast('bad', sentenceOf(error, 'Yasal bilgiler kaydedilemedi. Lütfen tekrar deneyin.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} onSubmit={save} noValidate className="grid gap-4">
      {missing.length > 0 && (
        <Notice tone="bad">Satışa açılmak için eksik olanlar: {missing.map(labelOf).join(', ')}.</Notice>
      )}
      {fields.map(({ name, label, hint }) => (
        <Field
          key={name}
          label={label}
          hint={hint}
          maxLength={300}
          placeholder={legal.inForce[name]}
          autoComplete="off"
          {...field(name)}
        />
      ))}
      <Field
        label="İndirimde bakılan süre (gün)"
        hint="Üstü çizili fiyat, indirimden önceki bu kadar günün en düşük fiyatını aşamaz. Yasal en az süre 10 gündür."
        inputMode="numeric"
        maxLength={3}
        {...field('priceWindowDays')}
      />
      <Button type="submit" disabled={busy} className="justify-self-start">
        Kaydet
      </Button>
    </form>
  )
}
