import { type FormEvent, useState } from 'react'
import type { WireSecondStep } from '#api/wire/second-step.ts'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { checkKeyName, keyNameLength } from '#shop/accounts/second-step/checks.ts'
import { formatDate } from '#shop/time.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { withConfirmation } from './confirmation.ts'
import { Part } from './part.tsx'
import { knowsPasskeys, makePasskey } from './passkey.ts'
import { failureOf, PasswordDialog } from './password-dialog.tsx'

type Passkey = WireSecondStep['passkeys'][number]
type PasskeysProps = { own: WireSecondStep; onChanged: (codes?: string[]) => void }

/** Passkeys: listed, added with a name, removed. */
export function Passkeys({ own, onChanged }: PasskeysProps) {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey>()
  const close = () => setRemoving(undefined)

  async function remove(password: string) {
    const path = `/account/passkeys/${removing?.id ?? ''}` as const
    await withConfirmation(() => api.delete<'DELETE /account/passkeys/{id}'>(path, { password }))
    close()
    onChanged()
  }

  return (
    <Part
      title="Geçiş anahtarları"
      note="Parmak izi, yüz ya da ekran kilidiyle giriş. Sahte sitelere verilemez; şifre yazmadan da girebilirsiniz."
    >
      {own.passkeys.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {own.passkeys.map((key) => (
            <PasskeyRow key={key.id} passkey={key} onRemove={() => setRemoving(key)} />
          ))}
        </ul>
      )}
      <AddOrWhyNot at={own.passkeysAt} onAdd={() => setAdding(true)} />
      <Panel open={adding} onClose={() => setAdding(false)} title="Geçiş anahtarı ekleyin" side="center">
        <AddPasskey
          onDone={(codes) => {
            setAdding(false)
            onChanged(codes)
          }}
          onClose={() => setAdding(false)}
        />
      </Panel>
      <PasswordDialog
        open={removing !== undefined}
        title="Geçiş anahtarı kaldırılsın mı?"
        action="Kaldır"
        look="danger"
        work={remove}
        onClose={close}
      >
        <p>
          <span className="break-words font-medium">{removing?.name}</span> ile artık giriş yapılamaz. Anahtarı
          cihazınızın parola ayarlarından da silebilirsiniz.
        </p>
      </PasswordDialog>
    </Part>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt, synced } = passkey
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="break-words font-medium">{name}</p>
        <p className="text-muted text-sm">
          {formatDate(createdAt)} tarihinde eklendi
          {lastUsedAt ? `, son kullanım ${formatDate(lastUsedAt)}` : ', henüz kullanılmadı'}
          {synced && ', bulutta yedekli'}
        </p>
      </div>
      <Button look="quiet" className="-mr-2 text-sm!" aria-label={`Kaldır: ${name}`} onClick={onRemove}>
        Kaldır
      </Button>
    </li>
  )
}

/** Browsers know passkeys only by the shop’s own name. */
function AddOrWhyNot({ at, onAdd }: { at: string | null; onAdd: () => void }) {
  if (at === null)
    return (
      <Notice tone="plain">Geçiş anahtarları, mağaza https ile açılan kendi alan adına geçince kullanılabilir.</Notice>
    )
  if (at !== window.location.origin)
    return (
      <Notice tone="plain">
        Geçiş anahtarı eklemek için mağazayı{' '}
        <a href={at} className="underline underline-offset-4">
          {at}
        </a>{' '}
        adresinden açın.
      </Notice>
    )
  if (!knowsPasskeys())
    return <Notice tone="plain">Bu tarayıcı geçiş anahtarı tanımıyor; güncel bir tarayıcıyla ekleyebilirsiniz.</Notice>
  return (
    <Button look="secondary" className="justify-self-start max-sm:w-full" onClick={onAdd}>
      Geçiş anahtarı ekle
    </Button>
  )
}

function AddPasskey({ onDone, onClose }: { onDone: (codes: string[]) => void; onClose: () => void }) {
  const fields = useFields({ name: '', password: '' })
  const { values, field, form, accept } = fields
  const { busy, bad, submit } = useSubmit({ form: fields, failure: failureOf })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const { name, password } = values
    const wrong = checkKeyName(name)
    const errors = { ...(wrong ? { name: wrong } : {}), ...(password ? {} : { password: 'Mevcut şifrenizi girin' }) }
    if (!accept(errors)) return
    submit(async () => {
      const { challenge, options } = await withConfirmation(() =>
        api.post<'POST /account/passkeys/options'>('/account/passkeys/options', { password }),
      )
      const passkey = await makePasskey(options)
      const { recoveryCodes } = await api.post<'POST /account/passkeys'>('/account/passkeys', {
        challenge,
        name,
        passkey,
      })
      onDone(recoveryCodes)
    })
  }

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="grid gap-4">
      {bad && <Notice tone="bad">{bad}</Notice>}
      <Field
        data-autofocus
        label="Adı"
        hint="Sonra tanıyabileceğiniz bir ad: “Telefonum”, “Mağazadaki bilgisayar”."
        maxLength={keyNameLength}
        autoComplete="off"
        required
        {...field('name')}
      />
      <PasswordField label="Mevcut şifre" autoComplete="current-password" required {...field('password')} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Cihazınız bekleniyor…' : 'Devam et'}
        </Button>
      </div>
    </form>
  )
}
