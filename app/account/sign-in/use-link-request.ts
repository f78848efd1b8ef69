import { type FormEvent, useState } from 'react'
import { api } from '#app/browser/api-client.ts'
import { useFields } from '#app/ui/form.ts'
import { useSubmit } from '#app/ui/use-submit.ts'
import { checkLinkEmail } from '#shop/accounts/checks.ts'

type LinkRequest = {
  path: '/auth/forgot-password' | '/auth/resend-verification'
  done: string
  /** The address that she typed elsewhere. */
  known?: string | undefined
}

/** A form with an e-mail address, to which the shop then sends a link. */
export function useLinkRequest({ path, done, known = '' }: LinkRequest) {
  const { values, field, form, accept } = useFields({ email: known })
  const [outcome, setOutcome] = useState<{ tone: 'good' | 'bad'; text: string }>()
  const { busy, submit } = useSubmit({
    failure: 'Email gönderilirken hata oluştu.',
    notify: (tone, text) => setOutcome({ tone, text }),
  })

  function send(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const email = values.email.trim()
    const wrong = checkLinkEmail(email)
    if (!accept(wrong ? { email: wrong } : {})) return
    submit(async () => {
      await api.post(path, { email }, { guest: true })
      return done
    })
  }

  return { form, field, busy, outcome, send }
}
