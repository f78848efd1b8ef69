import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

// The first place among its listeners, before the router's: for app/ui/back-closes.ts, should it come.
window.onpopstate = () => {}

// Back while one page turns into another skips the turning, and so does a hidden tab: the router, which listens to its
// end only, would leave that to the console as an error.
const turn = document.startViewTransition?.bind(document)
if (turn)
  document.startViewTransition = (update) => {
    const turning = turn(update)
    turning.ready.catch(() => {})
    return turning
  }

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
