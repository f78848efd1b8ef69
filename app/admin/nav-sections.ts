import type { WireDashboard } from '#api/wire/admin/dashboard.ts'
import type { Right } from '#shop/rights.ts'
import { mayOpen } from './page-rights.ts'

type Waiting = WireDashboard['waiting']
/** `right`: the one that its calls need. `badge`: how much waits in the section. */
type Section = {
  to: string
  right: Right
  label: string
  badge?: (waiting: Waiting) => number
  /** Left out until the dashboard says otherwise. */
  shown?: (dashboard: WireDashboard) => boolean
  /** Left out where the owner has not switched it on. */
  needs?: keyof Switches
}

type Switches = { giftCards?: boolean | undefined; reviews?: boolean | undefined }

type Group = { title: string; sections: Section[] }

/** The sections of the panel, in groups; the first stands alone. */
const groups: Group[] = [
  {
    title: '',
    sections: [
      { to: '/admin', right: 'dashboard', label: 'Genel bakış' },
      { to: '/admin/raporlar', right: 'reports', label: 'Raporlar' },
    ],
  },
  {
    title: 'Satış',
    sections: [
      { to: '/admin/siparisler', right: 'orders-read', label: 'Siparişler', badge: ({ newOrders }) => newOrders },
      {
        to: '/admin/siparisler/iadeler',
        right: 'returns',
        label: 'İadeler',
        badge: ({ returnsToDecide, returnsToPay }) => returnsToDecide + returnsToPay,
        shown: ({ easyReturns }) => easyReturns,
      },
      {
        to: '/admin/odemeler',
        right: 'payments-read',
        label: 'Ödemeler',
        badge: ({ chargedWithoutOrder, paymentMismatches, refundsByHand, transfersShort }) =>
          chargedWithoutOrder + paymentMismatches + refundsByHand + transfersShort,
      },
      { to: '/admin/hediye-kartlari', right: 'orders-read', label: 'Hediye kartları', needs: 'giftCards' },
      { to: '/admin/musteriler', right: 'customers', label: 'Müşteriler' },
      { to: '/admin/mesajlar', right: 'messages', label: 'Mesajlar', badge: ({ unreadMessages }) => unreadMessages },
      {
        to: '/admin/yorumlar',
        right: 'messages',
        label: 'Yorumlar',
        badge: ({ reviewsOpen }) => reviewsOpen,
        needs: 'reviews',
      },
      { to: '/admin/bultenler', right: 'news', label: 'Bültenler' },
    ],
  },
  {
    title: 'Katalog',
    sections: [
      { to: '/admin/urunler', right: 'catalog', label: 'Ürünler' },
      { to: '/admin/indirimler', right: 'catalog', label: 'İndirimler' },
      { to: '/admin/kategoriler', right: 'catalog', label: 'Kategoriler' },
      { to: '/admin/gruplar', right: 'catalog', label: 'Ürün grupları' },
      { to: '/admin/kombinler', right: 'catalog', label: 'Kombinler' },
      { to: '/admin/kampanyalar', right: 'campaigns', label: 'Kampanyalar' },
    ],
  },
  {
    title: 'Mağaza',
    sections: [
      { to: '/admin/ayarlar', right: 'settings', label: 'Ayarlar' },
      { to: '/admin/ekip', right: 'staff', label: 'Ekip' },
      { to: '/admin/e-postalar', right: 'mails', label: 'E-postalar', badge: ({ failedMails }) => failedMails },
    ],
  },
  {
    title: 'Kayıtlar',
    sections: [
      { to: '/admin/gecmis', right: 'records', label: 'Değişiklik geçmişi' },
      { to: '/admin/guvenlik', right: 'records', label: 'Güvenlik' },
    ],
  },
]

/** Pages that no section leads to, as their headings call them. */
const others: Record<string, string> = {
  '/admin/bildirimler': 'Bildirimler',
  '/admin/davet': 'Ekip daveti',
  '/admin/giris-guvenligi': 'Giriş güvenliğim',
  '/admin/kredi': 'Mağaza kredisi',
  '/admin/kurulum': 'Yayına geçiş',
}

/** Name of the section at an address, or of a page outside all sections; undefined for the first page and for unknown addresses. */
export function sectionAt(pathname: string): string | undefined {
  const isAbove = (to: string) => to !== '/admin' && `${pathname}/`.startsWith(`${to}/`)
  const named = groups.flatMap(({ sections }) => sections.map(({ to, label }) => [to, label] as const))
  return [...named, ...Object.entries(others)]
    .filter(([to]) => isAbove(to))
    .toSorted(([a], [b]) => b.length - a.length)[0]?.[1]
}

/** The sections that these rights open, as far as the shop uses them; a group without any section is left out. */
export function sectionsFor(rights: readonly Right[], dashboard?: WireDashboard, on: Switches = {}): Group[] {
  const isShown = ({ to, right, shown, needs }: Section) =>
    rights.includes(right) &&
    mayOpen(rights, to) &&
    (!shown || (dashboard !== undefined && shown(dashboard))) &&
    (!needs || on[needs])
  return groups
    .map(({ title, sections }) => ({ title, sections: sections.filter(isShown) }))
    .filter(({ sections }) => sections.length > 0)
}
