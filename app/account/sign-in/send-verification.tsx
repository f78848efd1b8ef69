import { useState } from 'react'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { currentUser } from '../../browser/session-store.ts'

/** Sends the signed-in shopper a new link to verify her address. */
export function SendVerification() {
  const [sent, setSent] = useState(false)
  const { busy, bad, submit } = useSubmit({ failure: 'Email gönderilirken hata oluştu.' })

  const send = () =>
    submit(async () => {
      await api.post('/auth/resend-verification', { email: currentUser()?.email }, { guest: true })
      setSent(true)
    })

  if (sent) {
    return (
      <p role="status" className="font-medium text-good">
        Doğrulama emaili başarıyla gönderildi! Email kutunuzu kontrol edin.
      </p>
    )
  }
  return (
    <>
      <Button look="secondary" disabled={busy} onClick={send}>
        {busy ? 'Gönderiliyor...' : 'Doğrulama Emaili Gönder'}
      </Button>
      {bad && <p role="alert">{bad}</p>}
    </>
  )
}
