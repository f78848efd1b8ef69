import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useMatches } from 'react-router'
import { openAccount, openLogin, useSession } from '#app/account/session-store.ts'
import { Icon } from '#app/ui/icon.tsx'
import { areaPages } from './areas.ts'
import { openCart, useCart } from './cart-store.ts'
import { SearchField } from './search-field.tsx'
import { useGoBack } from './use-go-back.ts'
import { useShop } from './use-shop.ts'

const SideMenu = lazy(() => import('./side-menu.tsx').then((m) => ({ default: m.SideMenu })))

export function Header() {
  const shop = useShop()?.shop
  const [menu, setMenu] = useState<'never' | 'closed' | 'open'>('never')
  return (
    <>
      {shop?.demo && <DemoNotice />}
      <header className="sticky top-0 z-30 border-line border-b bg-paper">
        <div className="gutter relative mx-auto grid h-16 max-w-page grid-cols-[1fr_auto_1fr] items-center gap-1 lg:h-20 lg:gap-4">
          <div className="flex items-center lg:hidden">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setMenu('open')}
              className="-ml-3 grid size-11 place-items-center"
            >
              <Icon name="menu" />
              <span className="sr-only">Kategoriler</span>
            </button>
            <Back className="max-[22.5rem]:hidden" />
          </div>
          <div className="flex items-center gap-6 max-lg:justify-self-center xl:gap-8">
            <Link to="/" className="font-display text-2xl tracking-[-0.01em] max-lg:text-xl">
              {shop?.name ?? 'Ana sayfa'}
            </Link>
            <Back className="max-lg:hidden" />
          </div>
          <AreaTabs />
          <div className="flex items-center justify-end lg:gap-6 xl:gap-8">
            <SearchField />
            <Account />
            <CartEntry />
          </div>
        </div>
      </header>
      {menu !== 'never' && (
        <Suspense>
          <SideMenu open={menu === 'open'} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
    </>
  )
}

/** A product's page has one of its own, beside the path to it. */
function Back({ className }: { className: string }) {
  const goBack = useGoBack()
  if (useLocation().pathname.startsWith('/urun/')) return null
  return (
    <Link
      to="/"
      onClick={goBack}
      className={`flex h-11 min-w-11 items-center justify-center gap-2 text-sm ${className}`}
    >
      <Icon name="back" size={18} />
      <span className="link-line max-xl:sr-only">Geri</span>
    </Link>
  )
}

export function DemoNotice() {
  return (
    <aside aria-label="Duyuru" className="gutter bg-nar-soft py-2 text-center text-sm">
      Demo mağaza: gerçek ödeme alınmaz, ürün gönderilmez.
    </aside>
  )
}

/** The area that the page belongs to, if any. */
function useArea(): string | undefined {
  const matches = useMatches()
  for (const { loaderData } of matches.toReversed()) {
    if (typeof loaderData === 'object' && loaderData !== null && 'area' in loaderData) return String(loaderData.area)
  }
  return undefined
}

function AreaTabs() {
  const current = useArea()
  const { pathname } = useLocation()
  return (
    <nav aria-label="Bölümler" className="max-lg:hidden">
      <ul className="flex gap-6 xl:gap-10">
        {areaPages.map(({ area, tab }) => (
          <li key={area}>
            <Link
              to={`/${area}`}
              prefetch="intent"
              aria-current={pathname === `/${area}` ? 'page' : current === area ? 'true' : undefined}
              className="label-caps flex h-11 items-center whitespace-nowrap aria-[current]:text-nar"
            >
              <span className={`link-line py-1 ${current === area ? 'bg-size-[100%_1px]' : ''}`}>{tab}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The same on every kept page; who is signed in appears in the browser, in room that is already there. */
function Account() {
  const { user, logout } = useSession()
  if (!user) {
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => openLogin()}
        className="grid h-11 min-w-11 place-items-center"
      >
        <span className="lg:hidden">
          <Icon name="user" />
        </span>
        <span className="label-caps link-line py-1 max-lg:sr-only">OTURUM AÇ</span>
      </button>
    )
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={openAccount}
        className="flex h-11 min-w-11 items-center justify-center"
      >
        <span className="lg:hidden">
          <Icon name="user" filled />
        </span>
        <span className="link-line max-w-40 truncate py-1 text-sm max-lg:sr-only">{user.fullName || user.email}</span>
      </button>
      <button type="button" onClick={logout} className="h-11 text-muted text-sm hover:text-ink max-lg:hidden">
        Çıkış
      </button>
    </>
  )
}

function CartEntry() {
  const { count } = useCart()
  const before = useRef(0)
  const [pops, setPops] = useState(0)
  useEffect(() => {
    // The first number is what was in the cart already.
    if (count > before.current && before.current > 0) setPops((n) => n + 1)
    before.current = count
  }, [count])
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={openCart}
      className="relative -mr-3 grid h-11 min-w-11 place-items-center lg:mr-0"
    >
      <span className="lg:hidden">
        <Icon name="bag" />
      </span>
      <span className="label-caps link-line py-1 max-lg:sr-only">SEPET</span>
      {count > 0 && (
        <span
          key={pops}
          className={`absolute top-0.5 right-0 lg:right-auto lg:left-full lg:ml-1.5 grid h-5 min-w-5 place-items-center rounded-full bg-nar px-1 font-semibold text-[12px] text-white leading-none tabular-nums lg:top-3 ${pops > 0 ? 'animate-pop' : ''}`}
        >
          {count}
          <span className="sr-only"> ürün</span>
        </span>
      )}
    </button>
  )
}
