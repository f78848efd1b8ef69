import { Suspense, useState } from 'react'
import { useFavoritesOpen } from './account/favorites/favorites-store.ts'
import { lazyOnline } from './browser/lazy-online.ts'
import { useAccountOpen, useLogin } from './browser/session-store.ts'
import { useCartOpen } from './storefront/cart/store.ts'
import { Coming } from './ui/skeleton.tsx'

const CartPanel = lazyOnline<object>(() =>
  import('./storefront/cart/panel.tsx').then((m) => ({ default: m.CartPanel })),
)
const LoginPanel = lazyOnline<object>(() =>
  import('./account/sign-in/login-panel.tsx').then((m) => ({ default: m.LoginPanel })),
)
const AccountPanel = lazyOnline<object>(() => import('./account/panel.tsx').then((m) => ({ default: m.AccountPanel })))
const FavoritesPanel = lazyOnline<object>(() =>
  import('./account/favorites/panel.tsx').then((m) => ({ default: m.FavoritesPanel })),
)

/** The panels that any page can open; the script of each arrives when it is first opened. */
export function Panels() {
  const cart = useOnce(useCartOpen())
  const login = useOnce(useLogin().open)
  const account = useOnce(useAccountOpen())
  const favorites = useOnce(useFavoritesOpen())
  return (
    <Suspense fallback={<Coming />}>
      {favorites && <FavoritesPanel />}
      {cart && <CartPanel />}
      {account && <AccountPanel />}
      {login && <LoginPanel />}
    </Suspense>
  )
}

/** True from the first time on. */
function useOnce(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return now || ever
}
