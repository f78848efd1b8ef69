import { useEffect, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Checkbox } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { useShop } from '../frame/use-shop.ts'
import { useDashboard } from './dashboard/store.ts'
import { sectionsFor } from './nav-sections.ts'
import { useOrderSound } from './orders/live.ts'
import { useRights } from './parts/rights.ts'

/** On a desktop the sections stand beside the page. */
export function SideNav() {
  return (
    <div className="sticky top-14 h-[calc(100dvh-3.5rem)] w-56 shrink-0 overflow-y-auto border-line border-r py-4 pr-3 pl-3 max-lg:hidden">
      <Sections />
      <Personal />
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
        <Personal />
      </Panel>
    </div>
  )
}

function Sections({ onGo }: { onGo?: () => void }) {
  const rights = useRights()
  const state = useDashboard()
  const dashboard = state.kind === 'ready' ? state.value : undefined
  const waiting = dashboard?.waiting
  const { giftCards, reviews } = useShop()?.shop ?? {}
  const { pathname } = useLocation()
  // They are a view of the orders, and a section of their own.
  const atReturns = pathname.endsWith('/iadeler')
  return (
    <nav aria-label="Yönetim bölümleri" className="grid gap-4 text-sm max-lg:text-base">
      {sectionsFor(rights, dashboard, { giftCards, reviews }).map(({ title, sections }) => (
        <div key={title}>
          {title && <p className="px-3 pb-1 text-muted text-sm">{title}</p>}
          <ul>
            {sections.map(({ to, label, badge }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === '/admin' || (atReturns && to === '/admin/siparisler')}
                  onClick={onGo}
                  className="flex min-h-9 items-center justify-between gap-2 rounded-xs border-transparent border-l-2 px-3 hover:bg-surface aria-[current=page]:border-nar aria-[current=page]:bg-surface aria-[current=page]:font-medium max-lg:min-h-11"
                >
                  {label}
                  <Badge count={(waiting && badge?.(waiting)) ?? 0} />
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Badge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="min-w-5 rounded-xl bg-nar-soft px-1.5 text-center text-nar-deep text-sm tabular-nums">
      {count > 999 ? '999+' : count}
      <span className="sr-only"> bekliyor</span>
    </span>
  )
}

/** Links to each person's own pages. */
function Personal() {
  return (
    <nav aria-label="Size ait sayfalar" className="mt-6 grid border-line border-t pt-3">
      <NavLink
        to="/admin/bildirimler"
        className="flex min-h-9 items-center px-3 text-muted text-sm hover:text-ink aria-[current=page]:text-ink max-lg:min-h-11 max-lg:text-base"
      >
        Bildirimler
      </NavLink>
      <NavLink
        to="/admin/giris-guvenligi"
        className="flex min-h-9 items-center px-3 text-muted text-sm hover:text-ink aria-[current=page]:text-ink max-lg:min-h-11 max-lg:text-base"
      >
        Giriş güvenliğim
      </NavLink>
      <SoundSwitch />
    </nav>
  )
}

function SoundSwitch() {
  const { on, set } = useOrderSound()
  const rights = useRights()
  if (!rights.includes('orders-read')) return null
  return (
    <Checkbox checked={on} onChange={(event) => set(event.target.checked)} className="px-3 text-muted">
      Yeni siparişte ses çal
    </Checkbox>
  )
}
