import { type FormEvent, useState } from 'react'
import { ApiError, api } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { isEmail } from './account-checks.ts'

export function ForgotPasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Panel open={open} onClose={onClose} title="Şifremi Unuttum" side="center">
      <ForgotPasswordForm />
    </Panel>
  )
}

function ForgotPasswordForm() {
  const { values, field, form, accept } = useFields({ email: '' })
  const [result, setResult] = useState<{ good: boolean; text: string }>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const email = values.email.trim()
    if (email === '') return accept({ email: 'Lütfen email adresinizi girin.' })
    if (!isEmail(email)) return accept({ email: 'Geçerli bir e-posta adresi girin' })
    setBusy(true)
    try {
      await api.post('/auth/forgot-password', { email }, { guest: true })
      setResult({ good: true, text: 'Şifre sıfırlama emaili gönderildi! Email kutunuzu kontrol edin.' })
    } catch (error) {
      setResult({ good: false, text: error instanceof ApiError ? error.message : 'Email gönderilirken hata oluştu.' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <p className="text-muted text-sm">
        E-posta adresinizi yazın, size yeni bir şifre belirlemeniz için bir bağlantı gönderelim. Bağlantı 1 saat
        geçerlidir.
      </p>
      {result && <Notice tone={result.good ? 'good' : 'bad'}>{result.text}</Notice>}
      <Field label="E-posta" type="email" autoComplete="email" inputMode="email" required {...field('email')} />
      <Button type="submit" disabled={busy} className="w-full">
        {busy ? 'Gönderiliyor…' : 'Bağlantı gönder'}
      </Button>
    </form>
  )
}
