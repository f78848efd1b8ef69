import { api } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Checkbox } from '#app/ui/field.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { formatDate } from '#shop/time.ts'
import { ListFailed } from '../list-states.tsx'
import { SavedNotice } from './saved-notice.tsx'
import { useSaving } from './use-saving.ts'

/** Marketing mails: off until she agrees, and off again as easily. */
export function MailPreferences() {
  const { state, again, change } = useLoaded('mail-preferences', (signal) =>
    api.get<'GET /account/mail-preferences'>('/account/mail-preferences', { signal }),
  )
  const { busy, good, bad, submit } = useSaving()
  if (state.kind === 'loading') return <Skeleton className="h-16" />
  if (state.kind === 'failed')
    return <ListFailed error={state.error} otherwise="Tercihleriniz yüklenirken hata oluştu" onRetry={again} />
  const { granted, since, text, version } = state.value.marketing

  function set(marketing: boolean) {
    return submit(async () => {
      const body = { marketing, textVersion: version }
      const { data, message } = await api.call<'PUT /account/mail-preferences'>(
        'PUT',
        '/account/mail-preferences',
        body,
      )
      change(() => data)
      return message
    })
  }

  return (
    <div className="grid gap-3">
      <Checkbox checked={granted} disabled={busy} onChange={(event) => set(event.target.checked)}>
        {text}
      </Checkbox>
      {granted && since && <p className="text-muted text-sm">{formatDate(since)} tarihinde izin verdiniz.</p>}
      <p className="text-muted text-sm">
        Siparişleriniz ve hesabınızla ilgili bilgilendirme e-postaları bu tercihten bağımsız olarak gönderilir.
      </p>
      <SavedNotice good={good} bad={bad} />
    </div>
  )
}
