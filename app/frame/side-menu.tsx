import { Link } from 'react-router'
import { openAccount, openLogin, useSession } from '#app/browser/session-store.ts'
import { Panel } from '#app/ui/panel.tsx'
import { areaPages, everything, type ListingState } from './areas.ts'
import { useShop } from './use-shop.ts'

/** The menu of a phone: every area with its categories, the admin's own among them. */
export function SideMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const categories = useShop()?.categories ?? []
  return (
    <Panel open={open} onClose={onClose} title="Kategoriler" side="left">
      <nav aria-label="Kategoriler" className="flex flex-col gap-8 pb-8">
        <ul>
          <MenuLink to={`/${everything}`} onClick={onClose}>
            Tüm Koleksiyon
          </MenuLink>
        </ul>
        {areaPages.map(({ area, tab }) => (
          <section key={area}>
            <h3 className="label-caps text-muted">{tab}</h3>
            <ul className="mt-1">
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
          </section>
        ))}
        <Person onClose={onClose} />
      </nav>
    </Panel>
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
    <div className="flex flex-col items-start border-line border-t pt-4">
      {user ? (
        <>
          <button type="button" onClick={leave(openAccount)} className="min-h-11 max-w-full truncate text-lg">
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
