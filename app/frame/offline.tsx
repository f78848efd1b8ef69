import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { offlineWords, useOffline } from '#app/browser/lazy-online.ts'
import { Button } from '#app/ui/button.tsx'

const offline = () => !navigator.onLine
/** Back at a kept page nothing is fetched (browser/kept-pages.ts). */
const stuck = () => offline() && !('back' in document.documentElement.dataset)

/**
 * Without a connection she keeps the page that she has: whatever leads to another one would leave her with the browser's
 * own error page. A notice says so for as long as it lasts, and tries again what she wished to open. It is part of every
 * page, as it could not be fetched when it is needed.
 */
export function Offline() {
  const away = useOffline()
  const { state, proceed } = useBlocker(stuck)
  const [tries, setTries] = useState(0)
  useEffect(keepPage, [])
  if (!away && state !== 'blocked') return null
  return (
    <div
      key={tries}
      role="alert"
      className="fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-lg animate-arrive flex-wrap items-center gap-4 rounded-xs border border-line bg-surface p-4 text-sm shadow-2xl max-md:[body:has(.buy-bar)_&]:bottom-24"
    >
      <span className="grow basis-40">{away ? offlineWords : 'İnternet bağlantınız geldi.'}</span>
      {state === 'blocked' && (
        <Button className="ml-auto" onClick={() => (offline() ? setTries(tries + 1) : proceed())}>
          Tekrar Dene
        </Button>
      )}
    </div>
  )
}

/** Links that the router does not follow. Those that it does have been taken by then. */
function keepPage(): () => void {
  const stay = (event: MouseEvent) => {
    if (offline() && event.target instanceof Element && event.target.closest('a[href^="/"]')) event.preventDefault()
  }
  addEventListener('click', stay)
  return () => removeEventListener('click', stay)
}
