import { Link, useLocation } from 'react-router'
import { openFavorites, useFavoriteCount } from '#app/account/favorites/favorites-store.ts'
import { openAccount, openLogin, useSession } from '#app/browser/session-store.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { areaPage, areaPages, everything, type ListingState } from './areas.ts'
import { useShop } from './use-shop.ts'

export type MenuProps = { open: boolean; onClose: () => void }

/** The menu of a phone: every area with its categories, the admin's own among them. */
export function SideMenu({ open, onClose }: MenuProps) {
  const categories = useShop()?.categories ?? []
  const shown = useShownArea(categories)
  const menu: { area: string; tab: string; state?: ListingState }[] = useShop()?.shop.face?.menu ?? areaPages
  return (
    <Panel open={open} onClose={onClose} title="Kategoriler" side="left">
      <nav aria-label="Kategoriler" className="flex flex-col gap-8 pb-8">
        <Person onClose={onClose} />
        <ul>
          <MenuLink to={`/${everything}`} onClick={onClose}>
            Tüm Koleksiyon
          </MenuLink>
        </ul>
        <div className="-mt-6">
          {menu.map(({ area, tab, state }) =>
            state ? (
              <Link
                key={area}
                to={`/${area}`}
                state={state}
                onClick={onClose}
                className="label-caps flex min-h-12 items-center border-line border-b"
              >
                {tab}
              </Link>
            ) : (
              <details key={area} name="area" open={area === shown} className="group border-line border-b">
                <summary className="flex min-h-12 list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
                  <h3 className="label-caps">{tab}</h3>
                  <span className="text-muted group-open:rotate-180">
                    <Icon name="down" size={18} />
                  </span>
                </summary>
                <ul className="pb-3">
                  <MenuLink to={`/${area}`} onClick={onClose}>
                    Tüm Ürünler
                  </MenuLink>
                  {categories
                    .filter((category) => category.area === area)
                    .map(({ slug, name }) => (
                      <MenuLink key={slug} to={`/${slug}`} state={{ selectedCategory: name }} onClick={onClose}>
                        {name}
                      </MenuLink>
                    ))}
                </ul>
              </details>
            ),
          )}
        </div>
        <Own onClose={onClose} />
      </nav>
    </Panel>
  )
}

/** The area whose page she is on, or the first. */
function useShownArea(categories: { slug: string; area: string }[]): string | undefined {
  const slug = useLocation().pathname.slice(1)
  const area = areaPage(slug)?.area ?? categories.find((category) => category.slug === slug)?.area
  return area ?? areaPages[0]?.area
}

const rowClass = 'flex min-h-11 items-center gap-3'

/** Links to her own things and to help. */
function Own({ onClose }: { onClose: () => void }) {
  const count = useFavoriteCount()
  const leave = (go: () => void) => () => {
    onClose()
    go()
  }
  return (
    <ul>
      <li>
        <button type="button" onClick={leave(openFavorites)} className={rowClass}>
          <Icon name="heart" size={18} />
          Favorilerim {count > 0 && <span className="text-muted tabular-nums">({count})</span>}
        </button>
      </li>
      <li>
        <button type="button" onClick={leave(openAccount)} className={rowClass}>
          <Icon name="bag" size={18} />
          Siparişlerim
        </button>
      </li>
      <li>
        <Link to="/bilgi?section=sik-sorulanlar" onClick={onClose} className={rowClass}>
          <Icon name="info" size={18} />
          Yardım
        </Link>
      </li>
    </ul>
  )
}

/** The shopper who is signed in, or the way to sign in. */
function Person({ onClose }: { onClose: () => void }) {
  const { user, logout } = useSession()
  const leave = (go: () => void) => () => {
    onClose()
    go()
  }
  return (
    <div className="-mb-4 flex items-center justify-between gap-4 border-line border-b pb-2">
      {user ? (
        <>
          <button type="button" onClick={leave(openAccount)} className="min-h-11 min-w-0 truncate text-lg">
            {user.fullName || user.email}
          </button>
          <button type="button" onClick={logout} className="min-h-11 text-muted">
            Çıkış
          </button>
        </>
      ) : (
        <button type="button" onClick={leave(() => openLogin())} className="label-caps min-h-11">
          OTURUM AÇ
        </button>
      )}
    </div>
  )
}

function MenuLink({ children, ...link }: { to: string; state?: ListingState; onClick: () => void; children: string }) {
  return (
    <li>
      <Link {...link} className="flex min-h-11 items-center font-display text-xl hover:text-nar">
        {children}
      </Link>
    </li>
  )
}
