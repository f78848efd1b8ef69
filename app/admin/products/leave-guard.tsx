import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from '#app/ui/confirm.tsx'

/** Asks before what was not saved is left, by a link or by the browser. */
export function LeaveGuard({ unsaved, onLeave }: { unsaved: boolean; onLeave: () => void }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
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
