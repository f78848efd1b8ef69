import { type ComponentType, lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { adminCall } from '../parts/api.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { useQuery } from '../parts/use-query.ts'
import { FieldPlace } from './list/field-place.tsx'
import { settingsSections } from './list/groups.ts'
import { SettingsOverview } from './list/overview.tsx'
import { SideList } from './list/side-list.tsx'
import { ReadinessSection } from './readiness.tsx'
import type { SectionProps } from './section.ts'

/** Each is loaded once it is opened. */
const forms: Record<string, ComponentType<SectionProps>> = {
  marka: lazy(() => import('./brand.tsx').then((m) => ({ default: m.BrandSection }))),
  bedenler: lazy(() => import('./face/size-charts.tsx').then((m) => ({ default: m.SizeChartsSection }))),
  logo: lazy(() => import('./face/look.tsx').then((m) => ({ default: m.LookSection }))),
  duyuru: lazy(() => import('./face/announcement.tsx').then((m) => ({ default: m.AnnouncementSection }))),
  menu: lazy(() => import('./face/menu.tsx').then((m) => ({ default: m.MenuSection }))),
  baglantilar: lazy(() => import('./face/links.tsx').then((m) => ({ default: m.LinksSection }))),
  vitrin: lazy(() => import('./window.tsx').then((m) => ({ default: m.WindowSection }))),
  kartlar: lazy(() => import('./cards.tsx').then((m) => ({ default: m.CardsSection }))),
  stok: lazy(() => import('./stock.tsx').then((m) => ({ default: m.StockSection }))),
  duzen: lazy(() => import('./rhythm.tsx').then((m) => ({ default: m.RhythmSection }))),
  yasal: lazy(() => import('./legal.tsx').then((m) => ({ default: m.LegalSection }))),
  teslimat: lazy(() => import('./delivery/terms.tsx').then((m) => ({ default: m.TermsSection }))),
  kargo: lazy(() => import('./delivery/fee.tsx').then((m) => ({ default: m.DeliveryFeeSection }))),
  bekleyen: lazy(() => import('./delivery/waiting.tsx').then((m) => ({ default: m.WaitingSection }))),
  iade: lazy(() => import('./delivery/returns.tsx').then((m) => ({ default: m.ReturnsSection }))),
  metinler: lazy(() => import('./texts/texts.tsx').then((m) => ({ default: m.TextsSection }))),
  odeme: lazy(() => import('./installments.tsx').then((m) => ({ default: m.InstallmentsSection }))),
  havale: lazy(() => import('./ways/transfer.tsx').then((m) => ({ default: m.TransferSection }))),
  'kapida-odeme': lazy(() => import('./ways/door.tsx').then((m) => ({ default: m.DoorSection }))),
  'siparis-degisiklikleri': lazy(() =>
    import('./orders/changes.tsx').then((m) => ({ default: m.OrderChangesSection })),
  ),
  uyeliksiz: lazy(() => import('./ways/guests.tsx').then((m) => ({ default: m.GuestsSection }))),
  yorumlar: lazy(() => import('./ways/reviews.tsx').then((m) => ({ default: m.ReviewsSection }))),
  'hediye-karti': lazy(() => import('./ways/gift-cards.tsx').then((m) => ({ default: m.GiftCardsSection }))),
  whatsapp: lazy(() => import('./whatsapp.tsx').then((m) => ({ default: m.WhatsappSection }))),
  kanallar: lazy(() => import('./channels/page.tsx').then((m) => ({ default: m.ChannelsSection }))),
  demo: lazy(() => import('./demo.tsx').then((m) => ({ default: () => <m.DemoSection /> }))),
  guvenlik: lazy(() => import('./second-step.tsx').then((m) => ({ default: m.SecondStepSection }))),
  'e-posta': lazy(() => import('./mail.tsx').then((m) => ({ default: m.MailSection }))),
}

/** The owner's settings: the list of all, or one section; which one is in the address. */
export default function Settings() {
  const { get } = useQuery()
  const asked = get('bolum')
  const section = settingsSections.find(({ id }) => id === asked)
  const loaded = useLoaded('settings', (signal) =>
    adminCall<'GET /admin/settings'>('GET', '/admin/settings', undefined, { signal }),
  )
  const settings = loaded.state.kind === 'ready' ? loaded.state.value.data : undefined
  if (!section) {
    return (
      <>
        <h1 className="mb-4 font-display text-2xl">Ayarlar</h1>
        <SettingsOverview settings={settings} />
      </>
    )
  }
  return (
    <div className="grid gap-x-12 xl:grid-cols-[17rem_minmax(0,1fr)]">
      <h1 className="mb-4 font-display text-2xl">
        <Link to="/admin/ayarlar" className="inline-flex min-h-11 items-center gap-3 hover:underline xl:min-h-0">
          <span className="xl:hidden">
            <Icon name="back" size={22} />
          </span>
          Ayarlar
        </Link>
      </h1>
      <div className="xl:col-start-1 xl:row-start-2">
        <SideList current={section.id} settings={settings} />
      </div>
      <div className="min-w-0 max-w-3xl xl:col-start-2 xl:row-start-2">
        <Section id={section.id} field={get('alan')} loaded={loaded} />
      </div>
    </div>
  )
}

type SectionBodyProps = { id: string; field: string; loaded: ReturnType<typeof useLoaded<Answer>> }
type Answer = Awaited<ReturnType<typeof adminCall<'GET /admin/settings'>>>

function Section({ id, field, loaded: { state, again, change } }: SectionBodyProps) {
  if (id === 'hazirlik') return <ReadinessSection />
  if (state.kind === 'loading') {
    return (
      <div role="status" aria-label="Ayarlar yükleniyor" className="grid gap-4">
        <Skeleton className="h-8" />
        <Skeleton className="h-96" />
      </div>
    )
  }
  if (state.kind === 'failed') return <ListFailed error={state.error} otherwise="Ayarlar alınamadı" onAgain={again} />
  const Form = forms[id]
  if (!Form || state.refreshing) return <Skeleton className="h-96" />
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <Form
        key={id}
        settings={state.value.data}
        onSaved={(saved) => change((answer) => ({ ...answer, data: { ...answer.data, ...saved } }))}
        onReload={again}
      />
      <FieldPlace key={`${id} ${field}`} label={field} />
    </Suspense>
  )
}
