import { lazy, Suspense, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'

const SideMenu = lazy(() => import('./side-menu.tsx').then((m) => ({ default: m.SideMenu })))

/** The menu button of the landing page on a phone; its script arrives when it is first opened. */
export function LandingMenu() {
  const [menu, setMenu] = useState<'never' | 'closed' | 'open'>('never')
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setMenu('open')}
        className="-mr-3 grid size-11 place-items-center"
      >
        <Icon name="menu" size={24} />
        <span className="sr-only">Menü</span>
      </button>
      {menu !== 'never' && (
        <Suspense>
          <SideMenu open={menu === 'open'} onClose={() => setMenu('closed')} everything />
        </Suspense>
      )}
    </>
  )
}
