import { ApiError, api } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { formatMoment } from '#shop/time.ts'
import { ListFailed } from './account-list-states.tsx'
import { SavedNotice } from './saved-notice.tsx'
import { useSaving } from './use-saving.ts'

type Session = {
  id: string
  device: string
  address: string
  current: boolean
  createdAt: string
  lastUsedAt: string
}

/** Where she is signed in, and the way to end that. */
export function Sessions() {
  const { state, again } = useLoaded('sessions', (signal) => api.get<Session[]>('/account/sessions', { signal }))
  const { busy, good, bad, save } = useSaving()
  if (state.kind === 'loading') return <Skeleton className="h-28" />
  if (state.kind === 'failed') {
    const { error } = state
    return (
      <ListFailed
        message={error instanceof ApiError ? error.message : 'Oturumlar yüklenirken hata oluştu'}
        onRetry={again}
      />
    )
  }

  const end = (path: string) =>
    save(async () => {
      const { message } = await api.call('DELETE', `/account/sessions${path}`)
      again()
      return message
    })

  return (
    <div className="grid gap-4">
      <SavedNotice good={good} bad={bad} />
      <ul className="divide-y divide-line">
        {state.value.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 py-3 first:pt-0">
            <div className="min-w-0 text-sm">
              <p className="font-medium text-base">
                {session.device}
                {session.current && <span className="ml-2 rounded-xs bg-nar-soft px-2 py-0.5 text-sm">Bu cihaz</span>}
              </p>
              <p className="text-muted">
                Giriş: <time dateTime={session.createdAt}>{formatMoment(session.createdAt)}</time>
              </p>
              <p className="text-muted">
                Son kullanım: <time dateTime={session.lastUsedAt}>{formatMoment(session.lastUsedAt)}</time>, IP{' '}
                {session.address}
              </p>
            </div>
            {!session.current && (
              <Button
                look="quiet"
                className="-mr-2 text-sm!"
                aria-label={`Kapat: ${session.device}`}
                disabled={busy}
                onClick={() => end(`/${session.id}`)}
              >
                Kapat
              </Button>
            )}
          </li>
        ))}
      </ul>
      {state.value.length > 1 ? (
        <Button look="secondary" className="justify-self-start" disabled={busy} onClick={() => end('')}>
          Diğer oturumları kapat
        </Button>
      ) : (
        <p className="text-muted text-sm">Başka bir cihazda açık oturumunuz yok.</p>
      )}
    </div>
  )
}
