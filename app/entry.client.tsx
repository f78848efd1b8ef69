import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

// The first place among its listeners, before the router's: for app/ui/back-closes.ts, should it come.
window.onpopstate = () => {}

function start() {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
}

// React has just been run for the first time; a slow phone answers a touch before it starts on the page.
setTimeout(() => startTransition(start))
