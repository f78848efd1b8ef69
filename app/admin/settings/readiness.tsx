import { Link } from 'react-router'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { ReadinessItem, ReadinessState } from '#shop/desk/readiness.ts'
import { adminCall } from '../parts/api.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { SectionHead } from './section-parts.tsx'

const marks: Record<ReadinessState, { icon: IconName; word: string; tone: string }> = {
  todo: { icon: 'close', word: 'Yapılacak', tone: 'text-bad' },
  advice: { icon: 'info', word: 'Öneri', tone: 'text-ink' },
  done: { icon: 'check', word: 'Tamam', tone: 'text-good' },
}

const order: ReadinessState[] = ['todo', 'advice', 'done']

/** A list of what is missing before the shop can open to real shoppers. */
export function ReadinessSection() {
  const { state, again } = useLoaded('readiness', (signal) =>
    adminCall<'GET /admin/readiness'>('GET', '/admin/readiness', undefined, { signal }),
  )
  return (
    <>
      <SectionHead title="Canlıya hazır mı?">
        Gerçek müşteriler gelmeden önce tamamlanması gerekenler. Bu liste her açılışta yeniden denetlenir.
      </SectionHead>
      {state.kind === 'loading' && (
        <div role="status" aria-label="Denetleniyor" className="grid gap-2">
          {[1, 2, 3, 4, 5, 6].map((n) => (
            <Skeleton key={n} className="h-16" />
          ))}
        </div>
      )}
      {state.kind === 'failed' && (
        <ListFailed error={state.error} otherwise="Hazırlık durumu alınamadı" onAgain={again} />
      )}
      {state.kind === 'ready' && <Checklist {...state.value.data} />}
    </>
  )
}

function Checklist({ ready, items }: { ready: boolean; items: ReadinessItem[] }) {
  const left = items.filter(({ state }) => state === 'todo').length
  const sorted = order.flatMap((state) => items.filter((item) => item.state === state))
  return (
    <>
      <p className={`mb-4 flex items-center gap-2 font-display text-xl ${ready ? 'text-good' : ''}`}>
        {ready && <Icon name="check" size={24} />}
        {ready ? 'Mağazanız canlıya hazır.' : `Canlıya geçmek için ${left} iş kaldı.`}
      </p>
      <ul className="border-line border-t bg-surface text-sm">
        {sorted.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ul>
    </>
  )
}

function Row({ item: { title, state, text, link } }: { item: ReadinessItem }) {
  const { icon, word, tone } = marks[state]
  return (
    <li className="grid gap-x-4 gap-y-1 border-line border-b px-3 py-3 sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
      <span className={`flex items-center gap-2 self-start font-medium ${tone}`}>
        <Icon name={icon} size={18} />
        {word}
      </span>
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="break-words text-muted">{text}</p>
      </div>
      {link && state !== 'done' && (
        <Link
          to={link}
          className="flex min-h-11 items-center self-center underline decoration-line underline-offset-4 hover:decoration-ink"
        >
          Düzenle<span className="sr-only">: {title}</span>
        </Link>
      )}
    </li>
  )
}
