import { useRef } from 'react'
import type { WireSession } from '#api/wire/accounts.ts'
import { api } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { useHeldFocus } from '#app/frame/use-held-focus.ts'
import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { formatMoment } from '#shop/time.ts'
import { ListFailed } from '../list-states.tsx'
import { SavedNotice } from './saved-notice.tsx'
import { useSaving } from './use-saving.ts'

/** The devices on which the shopper is signed in, and the way to sign out there. */
export function Sessions() {
  const { state, again } = useLoaded('sessions', (signal) =>
    api.get<'GET /account/sessions'>('/account/sessions', { signal }),
  )
  const { busy, good, bad, submit } = useSaving()
  const list = useRef<HTMLUListElement>(null)
  const holdFocus = useHeldFocus(() => list.current)
  if (state.kind === 'loading') return <Skeleton className="h-28" />
  if (state.kind === 'failed')
    return <ListFailed error={state.error} otherwise="Oturumlar yüklenirken hata oluştu" onRetry={again} />

  const end = (path: '' | `/${string}`) =>
    submit(async () => {
      const { message } = await api.call('DELETE', `/account/sessions${path}`)
      again()
      return message
    })

  return (
    <div className="grid gap-4">
      <SavedNotice good={good} bad={bad} />
      <ul
        ref={list}
        tabIndex={-1}
        onFocus={holdFocus}
        aria-label="Açık oturumlar"
        className="divide-y divide-line outline-none"
      >
        {state.value.map((session) => (
          <SessionRow key={session.id} session={session} busy={busy} onEnd={() => end(`/${session.id}`)} />
        ))}
      </ul>
      {state.value.length > 1 ? (
        <Button
          look="secondary"
          className="justify-self-start"
          disabled={busy}
          onFocus={holdFocus}
          onClick={() => end('')}
        >
          Diğer oturumları kapat
        </Button>
      ) : (
        <p className="text-muted text-sm">Başka bir cihazda açık oturumunuz yok.</p>
      )}
    </div>
  )
}

function SessionRow({ session, busy, onEnd }: { session: WireSession; busy: boolean; onEnd: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-3 first:pt-0">
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
          onClick={onEnd}
        >
          Kapat
        </Button>
      )}
    </li>
  )
}
