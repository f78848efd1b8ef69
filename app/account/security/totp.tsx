import { type FormEvent, useState } from 'react'
import type { WireSecondStep } from '#api/wire/second-step.ts'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { checkCode } from '#shop/accounts/second-step/checks.ts'
import { formatDate } from '#shop/time.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { CodeField } from './code-field.tsx'
import { Part } from './part.tsx'
import { failureOf } from './password-dialog.tsx'
import { SetUpTotp } from './set-up-totp.tsx'

type TotpProps = { own: WireSecondStep; onChanged: (codes?: string[]) => void }

/** Codes of an app: on or off. */
export function Totp({ own, onChanged }: TotpProps) {
  const [open, setOpen] = useState<'on' | 'off'>()
  const close = () => setOpen(undefined)
  const done = (codes?: string[]) => {
    close()
    onChanged(codes)
  }
  return (
    <Part
      title="Doğrulama uygulaması"
      note="Telefonunuzdaki bir uygulama (Google Authenticator, Microsoft Authenticator, Apple Parolalar gibi) her girişte 6 haneli yeni bir kod gösterir."
    >
      {own.totpSince ? (
        <div className="flex items-center justify-between gap-x-4">
          <p>{formatDate(own.totpSince)} tarihinden beri açık</p>
          <Button look="quiet" className="-mr-2 text-sm!" aria-label="Uygulamayı kapat" onClick={() => setOpen('off')}>
            Kapat
          </Button>
        </div>
      ) : (
        <Button look="secondary" className="justify-self-start max-sm:w-full" onClick={() => setOpen('on')}>
          Doğrulama uygulamasını kur
        </Button>
      )}
      <Panel open={open === 'on'} onClose={close} title="Doğrulama uygulamasını kurun" side="center">
        <SetUpTotp onDone={done} onClose={close} />
      </Panel>
      <Panel open={open === 'off'} onClose={close} title="Doğrulama uygulaması kapatılsın mı?" side="center">
        <SwitchOff onDone={() => done()} onClose={close} />
      </Panel>
    </Part>
  )
}

function SwitchOff({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [recovery, setRecovery] = useState(false)
  const fields = useFields({ password: '', code: '' })
  const { values, field, form, accept, set } = fields
  const { busy, bad, submit } = useSubmit({ form: fields, failure: failureOf })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const code = checkCode(values.code)
    const password = values.password ? undefined : 'Mevcut şifrenizi girin'
    if (!accept({ ...(password ? { password } : {}), ...(code ? { code } : {}) })) return
    submit(async () => {
      await api.delete('/account/totp', values)
      onDone()
    })
  }

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="grid gap-4">
      <p className="text-muted text-sm">
        Başka bir telefona geçiyorsanız kapattıktan sonra yeni telefonunuzda yeniden kurun.
      </p>
      {bad && <Notice tone="bad">{bad}</Notice>}
      <PasswordField
        data-autofocus
        label="Mevcut şifre"
        autoComplete="current-password"
        required
        {...field('password')}
      />
      <CodeField {...field('code')} recovery={recovery} />
      <Button
        look="quiet"
        className="justify-self-start text-sm! -ml-2"
        onClick={() => {
          set('code', '')
          setRecovery(!recovery)
        }}
      >
        {recovery ? 'Uygulamadaki kodu kullan' : 'Kurtarma kodu kullan'}
      </Button>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" look="danger" disabled={busy}>
          {busy ? 'Kapatılıyor…' : 'Uygulamayı kapat'}
        </Button>
      </div>
    </form>
  )
}
