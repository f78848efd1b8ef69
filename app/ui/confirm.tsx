import type { ReactNode } from 'react'
import { Button, type ButtonLook } from './button.tsx'
import { Panel } from './panel.tsx'

type ConfirmProps = {
  open: boolean
  title: string
  children: ReactNode
  /** The label of the button that does it. */
  action: string
  /** The look of that button; an action that cannot be undone looks dangerous. */
  look?: ButtonLook
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone, or that others hear of. */
export function Confirm(props: ConfirmProps) {
  const { open, title, children, action, look = 'danger', busy = false, onConfirm, onClose } = props
  return (
    <Panel open={open} onClose={() => !busy && onClose()} title={title} side="center">
      <div className="grid grid-cols-1 gap-6">
        <div>{children}</div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" disabled={busy} onClick={onClose}>
            Vazgeç
          </Button>
          <Button look={look} disabled={busy} onClick={onConfirm}>
            {busy ? 'Bekleyin…' : action}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
