import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useMatches, useNavigation, useNavigationType } from 'react-router'
import { writeStored } from '#app/browser/browser-storage.ts'
import { couponKey } from '../storefront/cart/store.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Offline } from './offline.tsx'
import { useShop } from './use-shop.ts'

/** The `handle` of a route that stands without header and footer, such as the panel. */
export const bare = { bare: true }

/** The `handle` of a page that begins with a scene over which the header lies. */
export const overScene = { overScene: true }

/** Whether the page that is shown is a bare one. */
export function useBare(): boolean {
  return useMatches().some(({ handle }) => handle === bare)
}

/** Header and footer around a page. */
export function Frame({ children }: { children: ReactNode }) {
  useFocusOnNewPage()
  useCarriedCoupon()
  const over = useMatches().some(({ handle }) => handle === overScene)
  // A line at the top of the screen shows it where it takes long (motion.css).
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      <a
        href="#icerik"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-surface focus:px-4 focus:py-3"
      >
        İçeriğe geç
      </a>
      <Header over={over} />
      {/* Another one without the scene, lower by the header: the same one would be seen to jump there. */}
      <main key={over ? 'over' : 'under'} id="icerik" tabIndex={-1} aria-busy={busy} className="outline-none">
        {children}
      </main>
      <Footer />
      <Offline />
    </>
  )
}

/** A link of a campaign brings its code along: `?kupon=YAZ10`. */
function useCarriedCoupon() {
  const { search } = useLocation()
  const { campaigns } = useShop()?.shop ?? {}
  useEffect(() => {
    const code = campaigns && new URLSearchParams(search).get('kupon')
    if (code) writeStored(couponKey, code.trim().slice(0, 40))
  }, [campaigns, search])
}

/** A new page is announced and read from its title on; going back leaves the focus to the page. */
function useFocusOnNewPage() {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (type !== 'POP') document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
  }, [pathname, type])
}
