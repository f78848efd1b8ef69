import { useEffect, useId, useRef } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { seconds } from '#shop/time.ts'

/** The form has arrived: shown for three seconds, or until it is closed. */
export function FormSent({ text, onClose }: { text: string; onClose: () => void }) {
  useEffect(() => {
    const gone = setTimeout(onClose, seconds(3))
    return () => clearTimeout(gone)
  }, [onClose])
  const button = useRef<HTMLButtonElement>(null)
  const textId = useId()
  // The form that had the focus is gone.
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="grid justify-items-center gap-4 py-6 text-center">
      <span className="grid size-12 animate-pop place-items-center rounded-full bg-good text-white">
        <Icon name="check" size={24} />
      </span>
      <p role="status" id={textId}>
        {text}
      </p>
      <Button ref={button} aria-describedby={textId} onClick={onClose} className="min-w-32">
        Tamam
      </Button>
    </div>
  )
}
