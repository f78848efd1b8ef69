import { useEffect, useState } from 'react'
import { Link, Navigate, NavLink, Outlet } from 'react-router'
import { logout, useSession } from '#app/account/session-store.ts'
import { shopOf } from '#app/storefront/page-meta.ts'
import { useShop } from '#app/storefront/use-shop.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { Route } from './+types/layout.ts'
import { useRefused } from './admin-api.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Yönetim | ${shopOf(matches).name}` },
  { name: 'robots', content: 'noindex' },
]

/** The sections that there are. */
const sections = [
  { to: '/admin', label: 'Siparişler' },
  { to: '/admin/e-postalar', label: 'E-postalar' },
  { to: '/admin/guvenlik', label: 'Güvenlik' },
  { to: '/admin/yasal', label: 'Yasal bilgiler' },
]

/** For admins only. The server decides at every call; this keeps others from seeing an empty shell. */
export default function AdminLayout() {
  const { user } = useSession()
  const refused = useRefused()
  const [known, setKnown] = useState(false)
  useEffect(() => setKnown(true), [])
  if (!known) return <Waiting />
  if (user?.role !== 'ADMIN') return <Navigate to="/" replace />
  if (refused) return <Unauthorized />
  return (
    <>
      <AdminHeader name={user.fullName} />
      <main id="icerik" className="mx-auto w-full max-w-page px-4 py-6 sm:px-6">
        <Outlet />
      </main>
    </>
  )
}

function AdminHeader({ name }: { name: string }) {
  const shop = useShop()?.shop
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-surface">
      <div className="mx-auto flex min-h-14 max-w-page flex-wrap items-center gap-x-6 px-4 sm:px-6">
        <Link to="/admin" className="font-display text-lg">
          {shop?.name} <span className="font-sans text-muted text-sm">yönetim</span>
        </Link>
        <nav
          aria-label="Yönetim bölümleri"
          className="flex max-md:-mx-4 max-md:order-last max-md:w-screen max-md:overflow-x-auto max-md:px-2"
        >
          {sections.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end
              className="grid min-h-14 place-items-center whitespace-nowrap border-transparent border-b-2 px-2 text-sm max-md:min-h-11 aria-[current=page]:border-nar aria-[current=page]:font-medium"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-4 text-sm">
          <span className="text-muted max-md:hidden">{name}</span>
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
    <main role="status" aria-label="Yükleniyor" className="mx-auto grid w-full max-w-page gap-4 px-4 py-6 sm:px-6">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-12" />
      <Skeleton className="h-96" />
    </main>
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
