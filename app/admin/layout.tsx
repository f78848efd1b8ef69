import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { logout, type UserInfo, useSession } from '#app/browser/session-store.ts'
import { bare } from '#app/frame/frame.tsx'
import { shopOf } from '#app/frame/page-meta.ts'
import { useShop } from '#app/frame/use-shop.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Toasts } from '#app/ui/toast.tsx'
import { isStaff } from '#shop/rights.ts'
import type { Route } from './+types/layout.ts'
import { CommandOpener } from './command/opener.tsx'
import { refreshDashboard } from './dashboard/store.ts'
import { NavMenu, SideNav } from './nav.tsx'
import { sectionAt } from './nav-sections.ts'
import { useOpenedNotices } from './notices/use-opened.ts'
import { useLiveOrders } from './orders/live.ts'
import '../styles/panel.css'
import { AdminPages, Coming } from './pages.tsx'
import { useAskedRights } from './parts/rights.ts'

export const handle = bare

export const meta: Route.MetaFunction = ({ matches, location }) => [
  // Each tab names its content, so that several can be told apart.
  { title: [sectionAt(location.pathname), 'Yönetim', shopOf(matches).name].filter(Boolean).join(' | ') },
  { name: 'robots', content: 'noindex' },
  // Before the shop's own: installed from here, it is the panel that opens.
  { tagName: 'link', rel: 'manifest', href: '/manifest.webmanifest?section=yonetim' },
]

/** For staff only. The server decides at every call; this keeps others from seeing an empty shell. */
export default function AdminLayout() {
  const { user } = useSession()
  const { pathname } = useLocation()
  const [known, setKnown] = useState(false)
  useEffect(() => setKnown(true), [])
  if (!known) return <Waiting />
  if (/^\/admin\/davet\/?$/.test(pathname)) {
    return (
      <Suspense fallback={<Waiting />}>
        <Joining />
      </Suspense>
    )
  }
  if (!user || !isStaff(user.role)) return <Navigate to="/" replace />
  return <Office key={user.id} user={user} />
}

const Security = lazyOnline(() => import('#app/account/security/security.tsx'))

/** Outside the office: an invited person does not belong to the staff yet. */
const Joining = lazy(() => import('./staff/joining.tsx'))

function Office({ user }: { user: UserInfo }) {
  const { state, again } = useAskedRights()
  const { pathname } = useLocation()
  useOpenedNotices()
  const isKnown = state.kind === 'known'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the numbers may have changed on the page that was left
  useEffect(() => {
    if (isKnown) refreshDashboard()
  }, [pathname, isKnown])
  if (state.kind === 'asked') return <Waiting />
  if (state.kind === 'refused') return <Unauthorized />
  if (state.kind === 'second step') return <SetUpFirst name={user.fullName} onDone={again} />
  if (state.kind === 'failed') return <Unreached onAgain={again} />
  return (
    <>
      {state.rights.includes('orders-read') && <LiveOrders />}
      <AdminHeader name={user.fullName} />
      <div className="mx-auto flex w-full max-w-page grow">
        <SideNav />
        <main id="icerik" className="min-w-0 grow px-4 py-6 sm:px-6 lg:px-8">
          <AdminPages />
        </main>
      </div>
      {/* Never over the bar that saves: it stands at the bottom, its buttons at the right. */}
      <Toasts spare className="fixed top-16 right-4 left-4 z-40 sm:top-auto sm:right-auto sm:bottom-4 sm:w-96" />
    </>
  )
}

/** Only while she is known to have the right to orders. */
function LiveOrders() {
  useLiveOrders()
  return null
}

/** 56 px high at every width: what sticks in a page stands at `top-14`. */
function AdminHeader({ name, bare = false }: { name: string; bare?: boolean }) {
  const shop = useShop()?.shop
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-surface">
      <div className="mx-auto flex h-14 max-w-page items-center gap-2 pr-4 pl-2 sm:pr-6 sm:pl-4 lg:pl-6">
        {!bare && <NavMenu />}
        <Link to="/admin" className="min-w-0 truncate font-display text-lg max-lg:py-2">
          {shop?.name} <span className="font-sans text-muted text-sm">yönetim</span>
        </Link>
        <div className="ml-auto flex shrink-0 items-center gap-4 text-sm max-sm:gap-3">
          <CommandOpener />
          <span className="max-w-48 truncate text-muted max-lg:hidden">{name}</span>
          <Link to="/" className="py-3 underline decoration-line underline-offset-4 hover:decoration-ink">
            Mağaza
          </Link>
          <button
            type="button"
            onClick={logout}
            className="min-h-11 underline decoration-line underline-offset-4 hover:decoration-ink"
          >
            Çıkış
          </button>
        </div>
      </div>
    </header>
  )
}

function Waiting() {
  return (
    <main className="mx-auto w-full max-w-page px-4 py-6 sm:px-6">
      <noscript>
        <p className="mb-6">Panel JavaScript olmadan çalışmıyor. Tarayıcınızda JavaScript’i açıp sayfayı yenileyin.</p>
      </noscript>
      <Coming />
    </main>
  )
}

function Unreached({ onAgain }: { onAgain: () => void }) {
  return (
    <main className="mx-auto grid max-w-144 content-center justify-items-center gap-6 px-4 py-24 text-center">
      <h1 className="font-display text-2xl">Panel açılamadı</h1>
      <p className="text-muted">Mağazaya ulaşılamadı. İnternet bağlantınızı kontrol edip yeniden deneyin.</p>
      <Button onClick={onAgain}>Tekrar Dene</Button>
    </main>
  )
}

/** The owner demands two-step login of staff: until it is on, there is nothing else here. */
function SetUpFirst({ name, onDone }: { name: string; onDone: () => void }) {
  return (
    <>
      <AdminHeader name={name} bare />
      <main id="icerik" className="mx-auto grid w-full max-w-144 gap-6 px-4 py-10">
        <div className="grid gap-2">
          <h1 className="font-display text-2xl">Önce iki adımlı girişi açın</h1>
          <p className="text-muted">
            Mağaza, ekip için iki adımlı girişi zorunlu kıldı. Birini kurduğunuzda panel hemen açılır; birkaç dakika
            sürer.
          </p>
        </div>
        <Suspense fallback={<Coming />}>
          <Security heading="h2" onSet={onDone} />
        </Suspense>
      </main>
    </>
  )
}

function Unauthorized() {
  return (
    <main className="mx-auto grid max-w-144 content-center justify-items-center gap-6 px-4 py-24 text-center">
      <h1 className="font-display text-2xl">Yetkisiz Erişim</h1>
      <p className="text-muted">Bu sayfaya erişim yetkiniz bulunmamaktadır.</p>
      <a href="/" className={buttonClass()}>
        Ana sayfaya dön
      </a>
    </main>
  )
}
