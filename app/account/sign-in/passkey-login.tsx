import { api, sentenceOf } from '#app/browser/api-client.ts'
import type { UserInfo } from '#app/browser/session-store.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { PasskeyError, signWithPasskey } from '../security/passkey.ts'
import { finishLogin } from './second-step.tsx'

const words = { silent: 'Giriş yapılamadı', unreached: 'Sunucu ile bağlantı kurulamadı' }

/** Signs in by a passkey alone, without a password. */
export default function PasskeyLogin({ onLogin }: { onLogin: (user: UserInfo) => void }) {
  const { busy, bad, submit } = useSubmit({
    failure: (error) => (error instanceof PasskeyError ? error.message : sentenceOf(error, words)),
  })
  const start = () =>
    submit(async () => {
      const { challenge, options } = await api.post<'POST /auth/passkey'>('/auth/passkey', undefined, { guest: true })
      const passkey = await signWithPasskey(options)
      await finishLogin(challenge, { passkey }, onLogin, (why) => {
        throw new PasskeyError(why)
      })
    })
  return (
    <div className="mt-6 grid gap-3 border-line border-t pt-4">
      {bad && <Notice tone="bad">{bad}</Notice>}
      <Button look="secondary" disabled={busy} onClick={start} className="w-full">
        {busy ? 'Geçiş anahtarı bekleniyor…' : 'Geçiş anahtarıyla gir'}
      </Button>
    </div>
  )
}
