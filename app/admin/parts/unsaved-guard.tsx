import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { type Location, useBlocker, useLocation } from 'react-router'
import { Confirm } from '#app/ui/confirm.tsx'

type UnsavedGuardProps = {
  unsaved: boolean
  /** Read on leaving: true once the typed text is saved elsewhere or no longer wanted. */
  released?: RefObject<boolean>
  onLeave?: () => void
  /** The value in the address that the text belongs to, such as the opened order: while it stays there, nothing is lost. */
  of?: string
  /** Tells what would be lost. */
  children: ReactNode
}

/** All on the page, such as that of a product and that of a sale's form over it. A router takes one question alone: the first asks for all. */
const guards = new Set<RefObject<UnsavedGuardProps>>()
const listeners = new Set<() => void>()

/** Asks before unsaved text is left: by a link, to another section, by the browser; once for all that would be lost. */
export function UnsavedGuard(props: UnsavedGuardProps) {
  const { unsaved } = props
  const guard = useRef(props)
  useEffect(() => {
    guard.current = props
  })
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  return useIsFirst(guard) && <Question />
}

function useIsFirst(guard: RefObject<UnsavedGuardProps>): boolean {
  const [first, setFirst] = useState(false)
  useEffect(() => {
    const tell = () => {
      for (const listener of listeners) listener()
    }
    const look = () => setFirst([...guards][0] === guard)
    guards.add(guard)
    listeners.add(look)
    tell()
    return () => {
      guards.delete(guard)
      listeners.delete(look)
      tell()
    }
  }, [guard])
  return first
}

function Question() {
  const here = useLocation()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => lostOn(currentLocation, nextLocation).length > 0)
  const blocked = blocker.state === 'blocked'
  const lost = blocked ? lostOn(here, blocker.location) : []
  return (
    <Confirm
      open={blocked}
      title="Kaydedilmemiş değişiklikler"
      action="Kaydetmeden ayrıl"
      onClose={() => blocker.reset?.()}
      onConfirm={() => {
        for (const { onLeave } of lost) onLeave?.()
        blocker.proceed?.()
      }}
    >
      <div className="grid gap-2">
        {lost.map(({ children }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: none comes or goes while it is asked
          <p key={index}>{children}</p>
        ))}
      </div>
    </Confirm>
  )
}

/** The guards whose text is lost on the way from here to there. */
function lostOn(here: Location, there: Location): UnsavedGuardProps[] {
  return [...guards]
    .map(({ current }) => current)
    .filter(
      ({ unsaved, released, of }) =>
        unsaved &&
        !released?.current &&
        (here.pathname !== there.pathname || (here.search !== there.search && !names(there.search, of))),
    )
}

function names(search: string, of: string | undefined): boolean {
  return of !== undefined && [...new URLSearchParams(search).values()].includes(of)
}
