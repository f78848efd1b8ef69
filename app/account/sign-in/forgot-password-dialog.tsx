import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { useLinkRequest } from './use-link-request.ts'

type ForgotPasswordDialogProps = { email: string | undefined; onClose: () => void }

/** Open with the e-mail that she tried to log in with, if only a blank one. */
export function ForgotPasswordDialog({ email, onClose }: ForgotPasswordDialogProps) {
  return (
    <Panel open={email !== undefined} onClose={onClose} title="Şifremi unuttum" side="center">
      <ForgotPasswordForm email={email} />
    </Panel>
  )
}

function ForgotPasswordForm({ email }: { email: string | undefined }) {
  const { form, field, busy, outcome, send } = useLinkRequest({
    path: '/auth/forgot-password',
    known: email,
    done: 'Şifre sıfırlama emaili gönderildi! Email kutunuzu kontrol edin.',
  })
  return (
    <form ref={form} onSubmit={send} noValidate className="grid gap-4">
      <p className="text-muted text-sm">
        E-posta adresinizi yazın, size yeni bir şifre belirlemeniz için bir bağlantı gönderelim. Bağlantı 1 saat
        geçerlidir.
      </p>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <Field label="E-posta" type="email" autoComplete="email" inputMode="email" required {...field('email')} />
      <Button type="submit" disabled={busy} className="w-full">
        {busy ? 'Gönderiliyor…' : 'Bağlantı gönder'}
      </Button>
    </form>
  )
}
