import { useState } from 'react'
import { ApiError, api } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { currentUser } from './session-store.ts'

type State = { kind: 'idle' | 'sending' } | { kind: 'sent' | 'failed'; text: string }

/** Sends the signed-in shopper a new link to verify her address. */
export function SendVerification() {
  const [state, setState] = useState<State>({ kind: 'idle' })

  async function send() {
    setState({ kind: 'sending' })
    try {
      await api.post('/auth/resend-verification', { email: currentUser()?.email }, { guest: true })
      setState({ kind: 'sent', text: 'Doğrulama emaili başarıyla gönderildi! Email kutunuzu kontrol edin.' })
    } catch (error) {
      setState({ kind: 'failed', text: error instanceof ApiError ? error.message : 'Email gönderilirken hata oluştu.' })
    }
  }

  if (state.kind === 'sent') {
    return (
      <p role="status" className="font-medium text-good">
        {state.text}
      </p>
    )
  }
  return (
    <>
      <Button look="secondary" disabled={state.kind === 'sending'} onClick={send}>
        {state.kind === 'sending' ? 'Gönderiliyor...' : 'Doğrulama Emaili Gönder'}
      </Button>
      {state.kind === 'failed' && <p role="alert">{state.text}</p>}
    </>
  )
}
