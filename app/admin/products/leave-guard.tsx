import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from '#app/ui/confirm.tsx'

type LeaveGuardProps = {
  unsaved: boolean
  /** Read when she leaves: true once what was typed is saved elsewhere or no longer wanted. */
  released: RefObject<boolean>
  onLeave: () => void
}

/** Asks before what was not saved is left, by a link or by the browser. */
export function LeaveGuard({ unsaved, released, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !released.current && currentLocation.pathname !== nextLocation.pathname,
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
        onLeave()
        blocker.proceed?.()
      }}
    >
      Bu üründe kaydetmediğiniz değişiklikler var. Ayrılırsanız bunlar silinir.
    </Confirm>
  )
}
