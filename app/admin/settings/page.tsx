import { Link } from 'react-router'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { adminCall } from '../parts/api.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { useQuery } from '../parts/use-query.ts'
import { BrandSection } from './brand.tsx'
import { CardsSection } from './cards.tsx'
import { DeliveryFeeSection } from './delivery/fee.tsx'
import { ReturnsSection } from './delivery/returns.tsx'
import { TermsSection } from './delivery/terms.tsx'
import { WaitingSection } from './delivery/waiting.tsx'
import { InstallmentsSection } from './installments.tsx'
import { LegalSection } from './legal.tsx'
import { MailSection } from './mail.tsx'
import { OrderChangesSection } from './orders/changes.tsx'
import { ReadinessSection } from './readiness.tsx'
import { RhythmSection } from './rhythm.tsx'
import type { SectionProps } from './section.ts'
import { TextsSection } from './texts.tsx'
import { DoorSection } from './ways/door.tsx'
import { GuestsSection } from './ways/guests.tsx'
import { TransferSection } from './ways/transfer.tsx'
import { WindowSection } from './window.tsx'

const sections = [
  { id: '', label: 'Canlıya hazır mı?' },
  { id: 'marka', label: 'Marka' },
  { id: 'vitrin', label: 'Vitrin' },
  { id: 'kartlar', label: 'Ürün kartları' },
  { id: 'duzen', label: 'Liste düzeni' },
  { id: 'yasal', label: 'Yasal bilgiler' },
  { id: 'teslimat', label: 'Teslimat ve iade' },
  { id: 'kargo', label: 'Kargo ücreti' },
  { id: 'bekleyen', label: 'Bekleyen siparişler' },
  { id: 'iade', label: 'Kolay iade' },
  { id: 'metinler', label: 'Metinler' },
  { id: 'odeme', label: 'Ödeme ve taksit' },
  { id: 'havale', label: 'Havale / EFT' },
  { id: 'kapida-odeme', label: 'Kapıda ödeme' },
  { id: 'siparis-degisiklikleri', label: 'Sipariş değişiklikleri' },
  { id: 'uyeliksiz', label: 'Üyeliksiz alışveriş' },
  { id: 'e-posta', label: 'E-posta' },
]

const forms: Record<string, (props: SectionProps) => React.ReactNode> = {
  marka: BrandSection,
  vitrin: WindowSection,
  kartlar: CardsSection,
  duzen: RhythmSection,
  yasal: LegalSection,
  teslimat: TermsSection,
  kargo: DeliveryFeeSection,
  bekleyen: WaitingSection,
  iade: ReturnsSection,
  metinler: TextsSection,
  odeme: InstallmentsSection,
  havale: TransferSection,
  'kapida-odeme': DoorSection,
  'siparis-degisiklikleri': OrderChangesSection,
  uyeliksiz: GuestsSection,
  'e-posta': MailSection,
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
  return (
    <nav aria-label="Ayar bölümleri">
      <ul className="flex flex-wrap gap-x-5 border-line border-b pb-2 text-sm xl:sticky xl:top-20 xl:flex-col xl:border-b-0">
        {sections.map(({ id, label }) => (
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
    <Section
      key={section}
      settings={state.value.data}
      onSaved={(saved) => change((answer) => ({ ...answer, data: { ...answer.data, ...saved } }))}
      onReload={again}
    />
  )
}
