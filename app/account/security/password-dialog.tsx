import { type FormEvent, type ReactNode, useId } from 'react'
import { sentenceOf } from '#app/browser/api-client.ts'
import { Button, type ButtonLook } from '#app/ui/button.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { PasskeyError } from './passkey.ts'

type PasswordDialogProps = {
  open: boolean
  title: string
  children: ReactNode
  action: string
  look?: ButtonLook
  /** Does it; what it throws is told here. */
  work: (password: string) => Promise<void>
  onClose: () => void
}

/** Asks for the password before something of the account’s own security changes. */
export function PasswordDialog({ open, title, onClose, ...rest }: PasswordDialogProps) {
  return (
    <Panel open={open} onClose={onClose} title={title} side="center">
      <PasswordForm onClose={onClose} {...rest} />
    </Panel>
  )
}

/** The form of it alone, for a dialog of several steps. */
export function PasswordForm({ children, action, look, work, onClose }: Omit<PasswordDialogProps, 'open' | 'title'>) {
  const fields = useFields({ password: '' })
  const { values, field, form, accept } = fields
  const { busy, bad, submit } = useSubmit({ form: fields, failure: failureOf })
  const id = useId()

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (accept(values.password ? {} : { password: 'Mevcut şifrenizi girin' })) submit(() => work(values.password))
  }

  return (
    <form id={id} ref={form} onSubmit={onSubmit} noValidate className="grid gap-4">
      {bad && <Notice tone="bad">{bad}</Notice>}
      {children}
      <PasswordField
        data-autofocus
        label="Mevcut şifre"
        autoComplete="current-password"
        required
        {...field('password')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" {...(look ? { look } : {})} disabled={busy}>
          {busy ? 'Bekleyin…' : action}
        </Button>
      </div>
    </form>
  )
}

export function failureOf(error: unknown): string {
  if (error instanceof PasskeyError) return error.message
  return sentenceOf(error, {
    silent: 'Kaydedilemedi, lütfen tekrar deneyin.',
    unreached: 'Sunucu ile bağlantı kurulamadı',
  })
}
