import { type FormEvent, useState } from 'react'
import type { WireSetup } from '#api/wire/setup.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Select } from '#app/ui/select.tsx'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { SectionHead } from '../settings/section-parts.tsx'
import type { StepProps } from './step.ts'

type Provider = WireSetup['payment']['providers'][number]
const sides = [
  { value: 'live', label: 'Gerçek ödeme' },
  { value: 'test', label: 'Deneme (para çekilmez)' },
]

/** Which company takes the money, and its keys. */
export function PaymentStep({ setup, step, onChanged }: StepProps) {
  const { provider: chosen, providers } = setup.payment
  const [id, setId] = useState<Provider['id']>(chosen === 'demo' ? 'iyzico' : chosen)
  const provider = providers.find((one) => one.id === id)
  return (
    <>
      <SectionHead title="Ödeme alma">
        Kartla ödeme almak için iyzico ya da PayTR’de bir işletme hesabınız olmalı. Anahtarlarınız kaydedilmeden önce
        hemen denenir, şifrelenerek saklanır ve bir daha gösterilmez.
      </SectionHead>
      <Notice tone={step.state === 'done' ? 'good' : 'plain'} className="mb-6">
        {step.text}
        {step.state === 'done' && !setup.live && ' Mağaza yayına alınınca kullanılmaya başlar.'}
      </Notice>
      {!step.fixed && (
        <div className="grid gap-4">
          <Select
            label="Ödeme kuruluşu"
            value={id}
            options={providers.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={({ target }) => setId(target.value as Provider['id'])}
          />
          {provider && <Keys key={id} provider={provider} onChanged={onChanged} />}
        </div>
      )}
    </>
  )
}

function Keys({ provider, onChanged }: { provider: Provider; onChanged: StepProps['onChanged'] }) {
  const fields = useFields<string>(
    Object.fromEntries([...provider.keys.map(({ name }) => [name, '']), ['side', 'live']]),
  )
  const { busy, submit } = useAdminSubmit<string>('Anahtarlar kaydedilemedi. Lütfen tekrar deneyin.', { form: fields })
  const { values, field, clear } = fields
  const isKept = provider.keys.every(({ last }) => last !== null)

  const save = (event: FormEvent) => {
    event.preventDefault()
    const { side, ...keys } = values
    return submit(async () => {
      const { data, message } = await adminCall<'PUT /admin/setup/payment'>('PUT', '/admin/setup/payment', {
        provider: provider.id,
        side,
        keys,
      })
      clear()
      onChanged(data)
      return message
    })
  }

  return (
    <form ref={fields.form} onSubmit={save} noValidate className="grid gap-4">
      {provider.keys.map(({ name, label, hint, secret, last }) => (
        <Field
          key={name}
          label={label}
          hint={hint}
          type={secret ? 'password' : 'text'}
          placeholder={last === null ? '' : secret ? `Kayıtlı: ••••${last}` : `Kayıtlı: ${last}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          {...field(name)}
        />
      ))}
      {provider.sides && <Select label="Anahtarlar" options={sides} {...field('side')} />}
      <div>
        <Button type="submit" disabled={busy}>
          {busy ? 'Deneniyor…' : isKept ? 'Yeni anahtarları dene ve kaydet' : 'Dene ve kaydet'}
        </Button>
      </div>
      {provider.id === 'paytr' && (
        <p className="text-muted text-sm">
          PayTR panelinde Bildirim URL olarak {location.origin}/api/v1/payments/webhook/paytr adresini girin; yoksa
          ödemelerin sonucu mağazaya gelmez.
        </p>
      )}
    </form>
  )
}
