import type { ComponentProps } from 'react'
import { Button } from '#app/ui/button.tsx'

type SaveButtonProps = Omit<ComponentProps<typeof Button>, 'disabled'> & {
  /** Nothing to save, or it is being saved. */
  idle: boolean
}

/** Keeps the focus once all is saved: a button that is switched off for good loses it to the top of the page. */
export function SaveButton({ idle, onClick, ...button }: SaveButtonProps) {
  return (
    <Button
      {...button}
      aria-disabled={idle}
      onClick={(event) => (idle ? event.preventDefault() : onClick?.(event))}
      className="aria-disabled:cursor-not-allowed aria-disabled:bg-muted"
    />
  )
}
