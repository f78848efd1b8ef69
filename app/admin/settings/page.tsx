import { type ComponentType, lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { adminCall } from '../parts/api.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { useQuery } from '../parts/use-query.ts'
import { ReadinessSection } from './readiness.tsx'
import type { SectionProps } from './section.ts'

const sections: { id: string; label: string; hidden?: true }[] = [
  { id: '', label: 'Canlıya hazır mı?' },
  { id: 'marka', label: 'Marka' },
  { id: 'vitrin', label: 'Vitrin' },
  { id: 'kartlar', label: 'Ürün kartları' },
  { id: 'stok', label: 'Stok uyarısı' },
  { id: 'duzen', label: 'Liste düzeni' },
  { id: 'yasal', label: 'Yasal bilgiler' },
  { id: 'teslimat', label: 'Teslimat ve iade' },
  { id: 'kargo', label: 'Kargo ücreti' },
  { id: 'bekleyen', label: 'Sipariş akışı' },
  { id: 'iade', label: 'Kolay iade' },
  { id: 'metinler', label: 'Metinler' },
  { id: 'odeme', label: 'Ödeme ve taksit' },
  { id: 'havale', label: 'Havale / EFT' },
  { id: 'kapida-odeme', label: 'Kapıda ödeme' },
  { id: 'siparis-degisiklikleri', label: 'Sipariş değişiklikleri' },
  { id: 'uyeliksiz', label: 'Üyeliksiz alışveriş' },
  { id: 'hediye-karti', label: 'Hediye kartları' },
  { id: 'whatsapp', label: 'WhatsApp' },
  { id: 'kanallar', label: 'Kanallar' },
  { id: 'e-posta', label: 'E-posta' },
  { id: 'guvenlik', label: 'İki adımlı giriş' },
  // The list on the first page leads to it while there is anything of the demo.
  { id: 'demo', label: 'Demo verileri', hidden: true },
]

/** Each is loaded once it is opened. */
const forms: Record<string, ComponentType<SectionProps>> = {
  marka: lazy(() => import('./brand.tsx').then((m) => ({ default: m.BrandSection }))),
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
  'hediye-karti': lazy(() => import('./ways/gift-cards.tsx').then((m) => ({ default: m.GiftCardsSection }))),
  whatsapp: lazy(() => import('./whatsapp.tsx').then((m) => ({ default: m.WhatsappSection }))),
  kanallar: lazy(() => import('./channels/page.tsx').then((m) => ({ default: m.ChannelsSection }))),
  demo: lazy(() => import('./demo.tsx').then((m) => ({ default: () => <m.DemoSection /> }))),
  guvenlik: lazy(() => import('./second-step.tsx').then((m) => ({ default: m.SecondStepSection }))),
  'e-posta': lazy(() => import('./mail.tsx').then((m) => ({ default: m.MailSection }))),
}

/** The owner's settings, a section at a time; which one is in the address. */
export default function Settings() {
  const { get } = useQuery()
  const asked = get('bolum')
  const section = sections.some(({ id }) => id === asked) ? asked : ''
  return (
    <>
      <h1 className="mb-4 font-display text-2xl">Ayarlar</h1>
      <div className="grid gap-x-12 gap-y-6 xl:grid-cols-[12rem_minmax(0,1fr)]">
        <Menu current={section} />
        <div className="min-w-0 max-w-3xl">{section === '' ? <ReadinessSection /> : <Form section={section} />}</div>
      </div>
    </>
  )
}

function Menu({ current }: { current: string }) {
  const shown = sections.filter(({ id, hidden }) => !hidden || id === current)
  return (
    <nav aria-label="Ayar bölümleri">
      <ul className="flex flex-wrap gap-x-5 border-line border-b pb-2 text-sm xl:sticky xl:top-20 xl:flex-col xl:border-b-0">
        {shown.map(({ id, label }) => (
          <li key={id}>
            <Link
              to={id ? `/admin/ayarlar?bolum=${id}` : '/admin/ayarlar'}
              aria-current={id === current ? 'page' : undefined}
              className="flex min-h-11 items-center text-muted hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink xl:min-h-9"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Form({ section }: { section: string }) {
  const { state, again, change } = useLoaded('settings', (signal) =>
    adminCall<'GET /admin/settings'>('GET', '/admin/settings', undefined, { signal }),
  )
  if (state.kind === 'loading') {
    return (
      <div role="status" aria-label="Ayarlar yükleniyor" className="grid gap-4">
        <Skeleton className="h-8" />
        <Skeleton className="h-96" />
      </div>
    )
  }
  if (state.kind === 'failed') return <ListFailed error={state.error} otherwise="Ayarlar alınamadı" onAgain={again} />
  const Section = forms[section]
  if (!Section || state.refreshing) return <Skeleton className="h-96" />
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <Section
        key={section}
        settings={state.value.data}
        onSaved={(saved) => change((answer) => ({ ...answer, data: { ...answer.data, ...saved } }))}
        onReload={again}
      />
    </Suspense>
  )
}
