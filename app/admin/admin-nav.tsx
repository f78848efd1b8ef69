import { useEffect, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** The sections of the panel, in groups; the first stands alone. */
const groups: { title: string; sections: { to: string; label: string }[] }[] = [
  { title: '', sections: [{ to: '/admin', label: 'Genel bakış' }] },
  {
    title: 'Satış',
    sections: [
      { to: '/admin/siparisler', label: 'Siparişler' },
      { to: '/admin/odemeler', label: 'Ödemeler' },
      { to: '/admin/mesajlar', label: 'Mesajlar' },
    ],
  },
  {
    title: 'Katalog',
    sections: [
      { to: '/admin/urunler', label: 'Ürünler' },
      { to: '/admin/kategoriler', label: 'Kategoriler' },
      { to: '/admin/gruplar', label: 'Ürün grupları' },
    ],
  },
  {
    title: 'Mağaza',
    sections: [
      { to: '/admin/ayarlar', label: 'Ayarlar' },
      { to: '/admin/yasal', label: 'Yasal bilgiler' },
      { to: '/admin/e-postalar', label: 'E-postalar' },
    ],
  },
  {
    title: 'Kayıtlar',
    sections: [
      { to: '/admin/gecmis', label: 'Değişiklik geçmişi' },
      { to: '/admin/guvenlik', label: 'Güvenlik' },
    ],
  },
]

/** On a desktop the sections stand beside the page. */
export function SideNav() {
  return (
    <div className="sticky top-14 h-[calc(100dvh-3.5rem)] w-56 shrink-0 overflow-y-auto border-line border-r py-4 pr-3 pl-3 max-lg:hidden">
      <Sections />
    </div>
  )
}

/** On a phone a button opens them. */
export function NavMenu() {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes once the page has changed
  useEffect(() => setOpen(false), [pathname])
  return (
    <div className="lg:hidden">
      <button
        type="button"
        aria-label="Menü"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="grid size-11 place-items-center"
      >
        <Icon name="menu" size={22} />
      </button>
      <Panel open={open} onClose={() => setOpen(false)} title="Yönetim" side="left">
        <Sections onGo={() => setOpen(false)} />
      </Panel>
    </div>
  )
}

function Sections({ onGo }: { onGo?: () => void }) {
  return (
    <nav aria-label="Yönetim bölümleri" className="grid gap-4 text-sm max-lg:text-base">
      {groups.map(({ title, sections }) => (
        <div key={title}>
          {title && <p className="px-3 pb-1 text-muted text-sm">{title}</p>}
          <ul>
            {sections.map(({ to, label }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === '/admin'}
                  onClick={onGo}
                  className="flex min-h-9 items-center justify-between gap-2 rounded-xs border-transparent border-l-2 px-3 hover:bg-surface aria-[current=page]:border-nar aria-[current=page]:bg-surface aria-[current=page]:font-medium max-lg:min-h-11"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
