import { Link } from 'react-router'
import type { WireSetup } from '#api/wire/setup.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { adminCall } from '../parts/api.ts'
import { Checklist } from '../setup/checklist.tsx'

/** The steps of a new shop to its first sale; one line once they are done. */
export function SetupPart({ left }: { left: number }) {
  if (left > 0) return <Steps left={left} />
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-good">
      <Icon name="check" size={20} />
      Mağaza yayında
      <Link to="/admin/kurulum" className="ml-auto text-ink text-sm underline decoration-line underline-offset-4">
        Yayın ayarları
      </Link>
    </p>
  )
}

function Steps({ left }: { left: number }) {
  const { state } = useLoaded(`setup ${left}`, (signal) =>
    adminCall<'GET /admin/setup'>('GET', '/admin/setup', undefined, { signal }),
  )
  return (
    <section aria-labelledby="setup">
      <h2 id="setup" className="mb-1 flex items-baseline justify-between gap-4 font-display text-xl">
        Mağazanızı yayına hazırlayın
        {state.kind === 'ready' && (
          <span className="shrink-0 font-sans text-muted text-sm tabular-nums">
            {countOpen(state.value.data)} adım kaldı
          </span>
        )}
      </h2>
      {state.kind === 'loading' && (
        <div role="status" aria-label="Adımlar yükleniyor">
          <Skeleton className="h-96" />
        </div>
      )}
      {state.kind === 'failed' && (
        <p className="border-line border-y py-4 text-sm">
          Adımlar şu anda alınamadı.{' '}
          <Link to="/admin/kurulum" className="underline underline-offset-4">
            Yayına geçiş sayfasını açın
          </Link>
        </p>
      )}
      {state.kind === 'ready' && <Checklist {...state.value.data} />}
    </section>
  )
}

/** As many as are listed: the first payment of a live shop is a step before it is live, and keeps no shop from opening. */
function countOpen({ steps, others }: Pick<WireSetup, 'steps' | 'others'>): number {
  return steps.filter(({ state }) => state === 'todo').length + others.length
}
