import { type ReactNode, Suspense, useState } from 'react'

type PanelOpenerProps = {
  className?: string
  /** Draws the panel, from the first press on: a lazy one's script arrives then. */
  panel: (open: boolean, onClose: () => void) => ReactNode
  children: ReactNode
}

/** A button that opens a panel. */
export function PanelOpener({ className, panel, children }: PanelOpenerProps) {
  // Undefined until the first press.
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={className}>
        {children}
      </button>
      {open !== undefined && <Suspense>{panel(open, () => setOpen(false))}</Suspense>}
    </>
  )
}
