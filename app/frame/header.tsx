import { Suspense, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useMatches } from 'react-router'
import { openFavorites, useFavoriteCount } from '#app/account/favorites/favorites-store.ts'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { openAccount, openLogin, useSession } from '#app/browser/session-store.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Coming } from '#app/ui/skeleton.tsx'
import { openCart, useCart } from '../storefront/cart/store.ts'
import { SearchField } from '../storefront/search/field.tsx'
import { areaPages, type ListingState } from './areas.ts'
import type { MenuProps } from './side-menu.tsx'
import { useCarried } from './use-carried.ts'
import { useGoBack } from './use-go-back.ts'
import { useShop } from './use-shop.ts'

const SideMenu = lazyOnline<MenuProps>(() => import('./side-menu.tsx').then((m) => ({ default: m.SideMenu })))
const AreaMenu = lazyOnline<{ act: Event }>(() =>
  import('./area-menu.tsx').then(
    (m) => ({ default: m.AreaMenu }),
    // The page does without.
    () => ({ default: () => null }),
  ),
)

type HeaderProps = {
  /** It lies over the page's scene until that is left behind. */
  over?: boolean
}

export function Header({ over = false }: HeaderProps) {
  const shop = useShop()?.shop
  const [menu, setMenu] = useState<'never' | 'closed' | 'open'>('never')
  return (
    <>
      {shop?.demo && !over && <DemoNotice />}
      <header className={over ? 'over-scene' : undefined}>
        <div className="gutter header-row">
          <div className="flex items-center md:hidden">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setMenu('open')}
              className="-ml-3 grid size-11 place-items-center"
            >
              <Icon name="menu" />
              <span className="sr-only">Kategoriler</span>
            </button>
            {!over && <Back />}
          </div>
          <div className="flex items-center gap-6 max-md:justify-self-center xl:gap-8">
            <Link to="/" className="font-display text-2xl tracking-[-0.01em] max-md:text-xl max-[23.4rem]:text-lg">
              <span className="word-mark">{shop?.name ?? 'Ana sayfa'}</span>
            </Link>
            {!over && <Back className="max-md:hidden" />}
          </div>
          <AreaTabs everything={over} />
          <div className="header-tools">
            <SearchField />
            <Counted icon="heart" word="FAVORİLER" count={useFavoriteCount()} onOpen={openFavorites} />
            <Account />
            <Counted icon="bag" word="SEPET" count={useCart().count} onOpen={openCart} />
          </div>
        </div>
      </header>
      {menu !== 'never' && (
        <Suspense fallback={<Coming />}>
          <SideMenu open={menu === 'open'} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
    </>
  )
}

/** A product's page has one of its own, beside the path to it. */
function Back({ className = '' }: { className?: string }) {
  const goBack = useGoBack()
  if (useLocation().pathname.startsWith('/urun/')) return null
  return (
    <Link to="/" onClick={goBack} className={`header-tool text-sm ${className}`}>
      <Icon name="back" size={18} />
      <span className="link-line max-xl:sr-only">Geri</span>
    </Link>
  )
}

/** One line in any typeface, as a second one would push the page down once the shop's own has come; with letters so large that none holds it, more. */
export function DemoNotice() {
  return (
    <aside aria-label="Duyuru" className="gutter @container bg-nar-soft py-2 text-center text-sm">
      <p className="truncate @max-2xs:whitespace-normal">Demo mağaza: ödeme ve gönderim yapılmaz.</p>
    </aside>
  )
}

/** The area that the page belongs to, if any. */
function useArea(): string | undefined {
  const matches = useMatches()
  for (const { loaderData } of matches.toReversed()) {
    if (typeof loaderData === 'object' && loaderData !== null && 'area' in loaderData) {
      return typeof loaderData.area === 'string' ? loaderData.area : undefined
    }
  }
  return undefined
}

type Tab = { area: string; tab: string; state?: ListingState }

const allTab: Tab = { area: 'ust-giyim', tab: 'TÜM ÜRÜNLER', state: { selectedCategory: 'all', showAllProducts: true } }

/** The areas, and on the landing page everything at once. Their menus come once she turns to one of them. */
function AreaTabs({ everything }: { everything: boolean }) {
  const area = useArea()
  // Where every area is shown at once, none is the current one.
  const { pathname } = useLocation()
  const current = useCarried()?.showAllProducts ? undefined : area
  const menu: Tab[] = useShop()?.shop.face?.menu ?? areaPages
  const tabs = everything ? [allTab, ...menu] : menu
  const [act, setAct] = useState<Event>()
  const wake = ({ nativeEvent }: SyntheticEvent) => setAct(nativeEvent)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key comes after the focus
    <nav aria-label="Bölümler" onPointerOver={wake} onFocus={wake} onClick={wake} className="header-tabs">
      <ul>
        {tabs.map(({ area, tab, state }) => (
          <li key={tab}>
            <Link
              to={`/${area}`}
              state={state ?? { selectedCategory: area }}
              prefetch="intent"
              aria-current={current !== area ? undefined : pathname === `/${area}` ? 'page' : 'true'}
              className="label-caps flex h-11 items-center whitespace-nowrap aria-[current]:text-nar"
            >
              <span className="link-line py-1">{tab}</span>
            </Link>
            {!state && <button type="button" aria-label={`${tab} kategorileri`} aria-expanded="false" />}
          </li>
        ))}
      </ul>
      {act && (
        <Suspense>
          <AreaMenu act={act} />
        </Suspense>
      )}
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
        className="header-tool max-[23.4rem]:hidden"
      >
        <Icon name="user" />
        <span className="label-caps link-line header-word">OTURUM AÇ</span>
      </button>
    )
  }
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={openAccount} className="header-tool max-[23.4rem]:hidden">
        <Icon name="user" filled />
        <span className="link-line header-word max-w-28 truncate 2xl:max-w-40 text-sm">
          {user.fullName || user.email}
        </span>
      </button>
      <button
        type="button"
        onClick={logout}
        className="h-11 whitespace-nowrap text-muted text-sm hover:text-ink max-lg:hidden"
      >
        Çıkış
      </button>
    </>
  )
}

type CountedProps = { icon: IconName; word: string; count: number; onOpen: () => void }

/** Opens what she has put by; the number of things in it pops once when there is one more. */
function Counted({ icon, word, count, onOpen }: CountedProps) {
  const before = useRef(0)
  const [pops, setPops] = useState(0)
  useEffect(() => {
    // The first number is what was there already.
    if (count > before.current && before.current > 0) setPops((n) => n + 1)
    before.current = count
  }, [count])
  return (
    <button type="button" aria-haspopup="dialog" onClick={onOpen} className="header-tool">
      <Icon name={icon} />
      <span className="label-caps link-line header-word">{word}</span>
      {count > 0 && (
        <span key={pops} className={`header-count ${pops > 0 ? 'animate-pop' : ''}`}>
          {count}
          <span className="sr-only"> ürün</span>
        </span>
      )}
    </button>
  )
}
