import { type ComponentType, lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { WireSetup } from '#api/wire/setup.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { adminCall } from '../parts/api.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { useQuery } from '../parts/use-query.ts'
import { Checklist, stepPath } from './checklist.tsx'
import type { StepProps } from './step.ts'

type Id = WireSetup['steps'][number]['id']

/** Each is loaded once it is opened. */
const screens: Record<Id, ComponentType<StepProps>> = {
  brand: lazy(() => import('./own-sections.tsx').then((m) => ({ default: m.BrandStep }))),
  legal: lazy(() => import('./own-sections.tsx').then((m) => ({ default: m.LegalStep }))),
  delivery: lazy(() => import('./own-sections.tsx').then((m) => ({ default: m.DeliveryStep }))),
  payment: lazy(() => import('./payment.tsx').then((m) => ({ default: m.PaymentStep }))),
  mail: lazy(() => import('./mail.tsx').then((m) => ({ default: m.MailStep }))),
  domain: lazy(() => import('./domain.tsx').then((m) => ({ default: m.DomainStep }))),
  products: lazy(() => import('./goods.tsx').then((m) => ({ default: m.ProductsStep }))),
  demo: lazy(() => import('./goods.tsx').then((m) => ({ default: m.DemoStep }))),
  live: lazy(() => import('./live.tsx').then((m) => ({ default: m.LiveStep }))),
  trial: lazy(() => import('./trial.tsx').then((m) => ({ default: m.TrialStep }))),
}

/** From an empty shop to one that sells, a step at a time; which one is in the address. */
export default function Setup() {
  const { get } = useQuery()
  const { state, again, change } = useLoaded('setup', (signal) =>
    adminCall<'GET /admin/setup'>('GET', '/admin/setup', undefined, { signal }),
  )
  if (state.kind === 'loading') return <Coming />
  if (state.kind === 'failed') return <ListFailed error={state.error} otherwise="Adımlar alınamadı" onAgain={again} />
  const setup = state.value.data
  const current = setup.steps.find(({ id }) => id === get('adim'))
  if (!current) return <Overview setup={setup} />
  const Screen = screens[current.id]
  return (
    <Frame setup={setup} current={current.id}>
      <Suspense fallback={<Skeleton className="h-96" />}>
        <Screen
          key={current.id}
          setup={setup}
          step={current}
          onChanged={(data) => (data ? change((answer) => ({ ...answer, data })) : again())}
        />
      </Suspense>
    </Frame>
  )
}

function Overview({ setup }: { setup: WireSetup }) {
  const done = setup.steps.filter(({ state }) => state === 'done').length
  // A step that is not needed counts once it is taken.
  const all = setup.steps.filter(({ state }) => state !== 'advice').length
  return (
    <div className="max-w-3xl">
      <h1 className="font-display text-2xl">Yayına geçiş</h1>
      <p className="mt-1 mb-4 text-muted">
        {setup.done
          ? 'Mağazanız yayında. Ayarlarınızı buradan değiştirebilirsiniz.'
          : 'Adımları sırayla tamamlayın; istediğiniz zaman bırakıp kaldığınız yerden sürdürebilirsiniz.'}
      </p>
      <Progress done={done} all={all} />
      <Checklist steps={setup.steps} others={setup.others} />
    </div>
  )
}

function Progress({ done, all }: { done: number; all: number }) {
  return (
    <div className="mb-4">
      <p className="mb-1 text-sm tabular-nums">
        {all} adımın {done} tanesi tamam
      </p>
      <svg viewBox={`0 0 ${all} 1`} preserveAspectRatio="none" className="block h-1.5 w-full" aria-hidden="true">
        <rect width={all} height="1" className="fill-line" />
        <rect width={done} height="1" className="text-good" fill="currentColor" />
      </svg>
    </div>
  )
}

function Frame({ setup, current, children }: { setup: WireSetup; current: Id; children: React.ReactNode }) {
  const { steps } = setup
  const index = steps.findIndex(({ id }) => id === current)
  const [before, step, next] = [steps[index - 1], steps[index], steps[index + 1]]
  return (
    <div className="max-w-3xl">
      <Link to="/admin/kurulum" className="inline-flex min-h-11 items-center gap-2 text-muted text-sm hover:text-ink">
        <Icon name="back" size={18} />
        Adım {index + 1} / {steps.length}
      </Link>
      {step?.fixed && (
        <Notice tone="plain" className="mb-4">
          Bu adım sunucu ayarlarında belirlenmiş; buradan yalnızca görebilirsiniz. Değiştirmek için sunucunuzu kuran
          kişiye danışın.
        </Notice>
      )}
      {children}
      <nav
        aria-label="Adımlar"
        className="mt-10 flex flex-wrap justify-between gap-x-6 border-line border-t pt-3 text-sm"
      >
        {before && (
          <Link to={stepPath(before.id)} className="flex min-h-11 items-center gap-2 text-muted hover:text-ink">
            <Icon name="back" size={18} />
            {before.title}
          </Link>
        )}
        {next && (
          <Link to={stepPath(next.id)} className="ml-auto flex min-h-11 items-center gap-2 font-medium hover:underline">
            Sıradaki: {next.title}
            <Icon name="next" size={18} />
          </Link>
        )}
      </nav>
    </div>
  )
}

function Coming() {
  return (
    <div role="status" aria-label="Adımlar yükleniyor" className="grid max-w-3xl gap-3">
      <Skeleton className="h-8 w-48" />
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <Skeleton key={n} className="h-16" />
      ))}
    </div>
  )
}
