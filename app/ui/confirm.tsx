import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Panel } from './panel.tsx'

type ConfirmProps = {
  open: boolean
  title: string
  children: ReactNode
  /** What the button that does it says. */
  action: string
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone. */
export function Confirm({ open, title, children, action, busy = false, onConfirm, onClose }: ConfirmProps) {
  return (
    <Panel open={open} onClose={() => !busy && onClose()} title={title} side="center">
      <div className="grid gap-6">
        <div>{children}</div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" disabled={busy} onClick={onClose}>
            Vazgeç
          </Button>
          <Button look="danger" disabled={busy} onClick={onConfirm}>
            {busy ? 'Bekleyin…' : action}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
