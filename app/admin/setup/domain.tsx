import { type FormEvent, useState } from 'react'
import type { WireDomainTrial } from '#api/wire/setup.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { SectionHead } from '../settings/section-parts.tsx'
import { Value } from './mail-records.tsx'
import type { StepProps } from './step.ts'

/** The shop's own name, and whether it leads here over TLS. */
export function DomainStep({ setup: { domain }, step, onChanged }: StepProps) {
  const own = new URL(domain.publicUrl).hostname
  const fields = useFields<'domain'>({ domain: domain.wanted ?? (step.state === 'done' ? own : '') })
  const { busy, submit } = useAdminSubmit<'domain'>('Alan adı denetlenemedi. Lütfen tekrar deneyin.', { form: fields })
  const [trial, setTrial] = useState<WireDomainTrial>()

  const check = (event: FormEvent) => {
    event.preventDefault()
    return submit(async () => {
      setTrial(undefined)
      const { data } = await adminCall<'PUT /admin/setup/domain'>('PUT', '/admin/setup/domain', {
        domain: fields.values.domain,
      })
      setTrial(data)
      if (data.reached === 'yes') onChanged()
    })
  }

  return (
    <>
      <SectionHead title="Alan adı">
        Müşterilerin yazacağı adres. Güvenli bağlantı (https) sertifikası kendiliğinden alınır; e-postalardaki
        bağlantılar ve banka dönüşleri bu adrese kurulur.
      </SectionHead>
      <Notice tone={step.state === 'done' ? 'good' : 'plain'} className="mb-6">
        {step.text}
      </Notice>
      {!step.fixed && (
        <form ref={fields.form} onSubmit={check} noValidate className="grid gap-4">
          <Field
            label="Alan adınız"
            placeholder="dukkaniniz.com"
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={260}
            {...fields.field('domain')}
          />
          <div>
            <Button type="submit" disabled={busy}>
              {busy ? 'Denetleniyor…' : trial ? 'Yeniden denetle' : 'Denetle ve kullan'}
            </Button>
          </div>
          {trial && <Found trial={trial} />}
        </form>
      )}
    </>
  )
}

function Found({ trial: { reached, text, url, addresses } }: { trial: WireDomainTrial }) {
  const here = /^\d+(\.\d+){3}$/.test(location.hostname) ? location.hostname : undefined
  const name = new URL(url).hostname
  return (
    <>
      <Notice tone={reached === 'yes' ? 'good' : 'bad'}>{text}</Notice>
      {(reached === 'no-name' || reached === 'another') && (
        <div className="text-sm">
          <Value name="Tür" value="A" />
          <Value name="Ad" value={name} />
          <Value name="Değer" value={here ?? 'Sunucunuzun IP adresi (sunucuyu aldığınız firmanın panelinde yazar)'} />
          {addresses && addresses.length > 0 && <Value name="Şimdiki" value={addresses.join(', ')} />}
        </div>
      )}
    </>
  )
}
