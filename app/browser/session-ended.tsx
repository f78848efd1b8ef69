import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createStore } from '#app/browser/browser-storage.ts'
import { Button } from '#app/ui/button.tsx'
import { keepOnTop } from './on-top.ts'
import { openLogin, useLogin, useSession } from './session-store.ts'

const ended = createStore<string | undefined>(undefined)
let place: HTMLElement | undefined

/**
 * Tells the shopper that her session has ended, at the foot of whatever page or dialog she is on. It stands in a root of its
 * own: sessions rarely end, and pages carry no script for it. On her way to the till the cart says it itself.
 */
export function showSessionEnded(why = 'Oturumunuz sona erdi. Devam etmek için yeniden giriş yapabilirsiniz.'): void {
  ended.set(why)
  place ??= makePlace()
}

function makePlace(): HTMLElement {
  const made = document.createElement('div')
  createRoot(made).render(<SessionEnded />)
  return made
}

function SessionEnded() {
  const why = ended.use()
  const { user } = useSession()
  const { open: isEntering } = useLogin()
  const isShown = why !== undefined && !user
  useEffect(() => {
    if (isShown) return keepOnTop(() => place, 'dialog:modal:not(:has([data-checkout]))')
    // Signed in elsewhere meanwhile: nothing is left to say.
    ended.set(undefined)
  }, [isShown])
  if (!isShown || isEntering) return null
  const close = () => ended.set(undefined)
  const enter = () => {
    close()
    openLogin()
  }
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-4 z-40 mx-auto grid max-w-lg animate-arrive gap-3 rounded-xs border border-line bg-surface p-4 text-sm shadow-2xl"
    >
      <p>{why}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={close}>
          Kapat
        </Button>
        <Button onClick={enter}>Giriş yap</Button>
      </div>
    </div>
  )
}
