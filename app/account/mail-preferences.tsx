import { ApiError, api } from '#app/api-client.ts'
import { Checkbox } from '#app/ui/field.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { formatDate } from '#shop/time.ts'
import { ListFailed } from './account-list-states.tsx'
import { SavedNotice } from './saved-notice.tsx'
import { useSaving } from './use-saving.ts'

type Preferences = { marketing: { granted: boolean; since: string | null; text: string; version: string } }

/** Marketing mails: off until she agrees, and off again as easily. */
export function MailPreferences() {
  const { state, again, change } = useLoaded('mail-preferences', (signal) =>
    api.get<Preferences>('/account/mail-preferences', { signal }),
  )
  const { busy, good, bad, save } = useSaving()
  if (state.kind === 'loading') return <Skeleton className="h-16" />
  if (state.kind === 'failed') {
    const { error } = state
    return (
      <ListFailed
        message={error instanceof ApiError ? error.message : 'Tercihleriniz yüklenirken hata oluştu'}
        onRetry={again}
      />
    )
  }
  const { granted, since, text, version } = state.value.marketing

  function set(marketing: boolean) {
    return save(async () => {
      const body = { marketing, textVersion: version }
      const { data, message } = await api.call<Preferences>('PUT', '/account/mail-preferences', body)
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
