import { type FormEvent, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Select } from '#app/ui/select.tsx'
import { mailPresets, presetOf } from '#shop/setup/mail-presets.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { SectionHead } from '../settings/section-parts.tsx'
import { MailRecords } from './mail-records.tsx'
import type { StepProps } from './step.ts'

type Name = 'preset' | 'host' | 'port' | 'user' | 'password'

/** The server that sends the shop's mails, a test of it, and the records of its domain. */
export function MailStep({ setup, step, onChanged }: StepProps) {
  return (
    <>
      <SectionHead title="E-posta">
        Sipariş onayları, şifre yenileme ve kargo bildirimleri bu sunucudan gider. Giriş bilgileriniz kaydedilmeden önce
        denenir ve şifrelenerek saklanır.
      </SectionHead>
      <Notice tone={step.state === 'done' ? 'good' : 'plain'} className="mb-6">
        {step.text}
        {setup.mail && ` Kayıtlı sunucu: ${setup.mail.host}${setup.mail.user ? `, ${setup.mail.user}` : ''}.`}
      </Notice>
      {!step.fixed && <Server setup={setup} onChanged={onChanged} />}
      {setup.mail && (
        <>
          <TestMail onChanged={onChanged} />
          <MailRecords />
        </>
      )}
    </>
  )
}

function Server({ setup: { mail }, onChanged }: Pick<StepProps, 'setup' | 'onChanged'>) {
  const known = mail ? (presetOf(mail.host)?.id ?? 'other') : ''
  const fields = useFields<Name>({
    preset: known,
    host: mail?.host ?? '',
    port: mail ? String(mail.port) : '',
    user: mail?.user ?? '',
    password: '',
  })
  const { values, set, field } = fields
  const { busy, submit } = useAdminSubmit<Name>('E-posta sunucusu kaydedilemedi. Lütfen tekrar deneyin.', {
    form: fields,
  })
  const preset = mailPresets.find(({ id }) => id === values.preset)

  function choose(id: string) {
    const chosen = mailPresets.find((one) => one.id === id)
    set('preset', id)
    set('host', chosen?.host ?? '')
    set('port', String(chosen?.port ?? ''))
  }

  const save = (event: FormEvent) => {
    event.preventDefault()
    const { host, port, user, password } = values
    return submit(async () => {
      const body = { host, port: Number(port), user, password }
      const { data, message } = await adminCall<'PUT /admin/setup/mail'>('PUT', '/admin/setup/mail', body)
      set('password', '')
      onChanged(data)
      return message
    })
  }

  return (
    <form ref={fields.form} onSubmit={save} noValidate className="grid gap-4">
      <Select
        label="E-posta hizmetiniz"
        placeholder="Seçin"
        options={mailPresets.map(({ id, name }) => ({ value: id, label: name }))}
        value={values.preset}
        onChange={({ target }) => choose(target.value)}
      />
      {preset && (
        <>
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
            <Field label="Sunucu" autoComplete="off" autoCapitalize="none" inputMode="url" {...field('host')} />
            <Field label="Port" inputMode="numeric" autoComplete="off" maxLength={5} {...field('port')} />
          </div>
          <Field label="Kullanıcı adı" hint={preset.user} autoComplete="off" autoCapitalize="none" {...field('user')} />
          <Field
            label="Şifre"
            hint={preset.password}
            type="password"
            autoComplete="new-password"
            placeholder={mail?.user ? 'Kayıtlı; değiştirmek için yeniden yazın' : ''}
            {...field('password')}
          />
          <div>
            <Button type="submit" disabled={busy}>
              {busy ? 'Deneniyor…' : 'Dene ve kaydet'}
            </Button>
          </div>
        </>
      )}
    </form>
  )
}

function TestMail({ onChanged }: Pick<StepProps, 'onChanged'>) {
  const [answer, setAnswer] = useState<{ to: string; answer: string }>()
  const { busy, submit } = useAdminSubmit('Deneme e-postası gönderilemedi. Lütfen tekrar deneyin.')
  const send = () =>
    submit(async () => {
      setAnswer(undefined)
      const { data } = await adminCall<'POST /admin/setup/mail/test'>('POST', '/admin/setup/mail/test', {})
      setAnswer(data)
      onChanged()
    })
  return (
    <section className="mt-10" aria-labelledby="test-mail">
      <h3 id="test-mail" className="font-semibold">
        Deneme
      </h3>
      <p className="mt-1 mb-3 text-muted text-sm">
        Kendi adresinize bir e-posta gönderin; sunucunun yanıtı burada görünür.
      </p>
      <Button look="secondary" disabled={busy} onClick={send}>
        {busy ? 'Gönderiliyor…' : 'Deneme e-postası gönder'}
      </Button>
      {answer && (
        <Notice tone="good" className="mt-3">
          Sunucu {answer.to} için “{answer.answer}” dedi. Gelen kutunuza, yoksa istenmeyenlere bakın.
        </Notice>
      )}
    </section>
  )
}
