import { type ReactNode, useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** Header and footer around every page but the landing and the admin's. */
export function Frame({ children }: { children: ReactNode }) {
  useFocusOnNewPage()
  return (
    <>
      <a
        href="#icerik"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-surface focus:px-4 focus:py-3"
      >
        İçeriğe geç
      </a>
      <Header />
      <main id="icerik" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Footer />
    </>
  )
}

export default function FrameRoute() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
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
