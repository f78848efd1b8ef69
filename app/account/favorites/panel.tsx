import { openLogin, useSession } from '#app/browser/session-store.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { FavoriteList } from './favorites.tsx'
import { closeFavorites, useFavoritesOpen } from './favorites-store.ts'

/** The favorites behind the header's heart, also for somebody who is not signed in. */
export function FavoritesPanel() {
  const { user } = useSession()
  return (
    <Panel
      open={useFavoritesOpen()}
      onClose={closeFavorites}
      title="Favorilerim"
      side="right"
      wide
      footer={user ? undefined : <KeepThem />}
    >
      <FavoriteList />
    </Panel>
  )
}

function KeepThem() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-muted text-sm">
        Favorileriniz bu tarayıcıda saklanıyor. Giriş yaptığınızda hesabınıza eklenir.
      </p>
      <Button look="secondary" onClick={() => openLogin(() => undefined)}>
        Giriş yap
      </Button>
    </div>
  )
}
