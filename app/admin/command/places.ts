import type { WireDashboard } from '#api/wire/admin/dashboard.ts'
import type { Right } from '#shop/rights.ts'
import { fold } from '#shop/turkish.ts'
import { sectionsFor } from '../nav-sections.ts'
import { mayOpen } from '../page-rights.ts'
import { searchSettings } from '../settings/list/search.ts'

/** Something that the command bar leads to. */
export type Entry = { to: string; label: string; about: string }
export type EntryGroup = { title: string; entries: Entry[] }

/** Pages that stand in no menu, with the right that their calls need, and what else they are called. */
const pages: (Entry & { right: Right; words: string })[] = [
  ...[
    { to: '/admin/urunler/yeni', label: 'Yeni ürün ekle', right: 'catalog' as const, words: 'oluştur' },
    { to: '/admin/urunler/aktar', label: 'Ürün aktar', right: 'catalog' as const, words: 'excel csv içe dışa' },
    { to: '/admin/urunler/sayim', label: 'Stok sayımı', right: 'catalog' as const, words: 'barkod depo' },
    { to: '/admin/kategoriler?yeni', label: 'Kategori ekle', right: 'catalog' as const, words: 'yeni oluştur' },
  ].map((page) => ({ ...page, about: 'Katalog' })),
  ...[
    { to: '/admin/siparisler/yeni', label: 'Sipariş oluştur', right: 'orders' as const, words: 'yeni elle whatsapp' },
    { to: '/admin/siparisler/paketleme', label: 'Paketleme', right: 'orders' as const, words: 'kargo hazırla' },
    { to: '/admin/siparisler/takip', label: 'Takip numaraları', right: 'orders' as const, words: 'kargo gir' },
    { to: '/admin/musteriler/izinler', label: 'İleti izinleri ve İYS', right: 'customers' as const, words: 'kvkk' },
  ].map((page) => ({ ...page, about: 'Satış' })),
  { to: '/admin/bildirimler', label: 'Bildirimler', about: 'Kişisel', right: 'dashboard', words: 'haber uyarı' },
  {
    to: '/admin/kurulum',
    label: 'Yayına geçiş',
    about: 'Mağaza',
    right: 'settings',
    words: 'kurulum canlı alan adı ödeme',
  },
]

type Who = {
  rights: readonly Right[]
  dashboard: WireDashboard | undefined
  giftCards: boolean | undefined
  reviews?: boolean | undefined
}

/** The sections and pages that somebody with these rights may open. */
function placesFor({ rights, dashboard, giftCards, reviews }: Who): (Entry & { words: string })[] {
  const sections = sectionsFor(rights, dashboard, { giftCards, reviews }).flatMap(({ title, sections }) =>
    sections.map(({ to, label }) => ({ to, label, about: title || 'Yönetim', words: '' })),
  )
  return [...sections, ...pages.filter(({ right, to }) => rights.includes(right) && mayOpen(rights, to))]
}

const mostSettings = 6

/** The sections and settings that a search finds; without one, every section. */
export function findPlaces(q: string, who: Who): EntryGroup[] {
  const words = fold(q).split(/\s+/).filter(Boolean)
  const places = placesFor(who)
    .filter(({ label, about, words: other }) => {
      const text = fold(`${label} ${about} ${other}`)
      return words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => Number(startsWith(b, words)) - Number(startsWith(a, words)))
    .map(({ to, label, about }) => ({ to, label, about }))
  const settings = who.rights.includes('settings') ? searchSettings(q).slice(0, mostSettings) : []
  return [
    { title: 'Git', entries: places },
    {
      title: 'Ayarlar',
      entries: settings.map(({ to, label, about }) => ({ to, label, about })),
    },
  ].filter(({ entries }) => entries.length > 0)
}

function startsWith({ label }: Entry, [first = '']: string[]): boolean {
  return fold(label).startsWith(first)
}
