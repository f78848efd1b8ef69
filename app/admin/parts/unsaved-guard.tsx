import { type ReactNode, type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from '#app/ui/confirm.tsx'

type UnsavedGuardProps = {
  unsaved: boolean
  /** Read on leaving: true once the typed text is saved elsewhere or no longer wanted. */
  released?: RefObject<boolean>
  onLeave?: () => void
  /** What the text belongs to, such as the opened order: as long as the address has it, nothing is left. */
  of?: string
  /** Tells what would be lost. */
  children: ReactNode
}

/** Asks before unsaved text is left: by a link, to another section, by the browser. */
export function UnsavedGuard({ unsaved, released, onLeave, of, children }: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved &&
      !released?.current &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (currentLocation.search !== nextLocation.search && !names(nextLocation.search, of))),
  )
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  return (
    <Confirm
      open={blocker.state === 'blocked'}
      title="Kaydedilmemiş değişiklikler"
      action="Kaydetmeden ayrıl"
      onClose={() => blocker.reset?.()}
      onConfirm={() => {
        onLeave?.()
        blocker.proceed?.()
      }}
    >
      {children}
    </Confirm>
  )
}

function names(search: string, of: string | undefined): boolean {
  return of !== undefined && [...new URLSearchParams(search).values()].includes(of)
}
