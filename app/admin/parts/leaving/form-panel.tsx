import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { AskingPanel } from './asking-panel.tsx'

type FormPanelProps = {
  open: boolean
  /** Not asked about: the form itself closes so once it is saved. */
  onClose: () => void
  title: string
  /** The form inside, which the button at the bottom sends. */
  form: string
  action?: string
  side?: 'right' | 'center'
  wide?: boolean
  children: ReactNode
}

/** A form over the page with its buttons in view. It asks before it drops what was typed. */
export function FormPanel({ form, action = 'Kaydet', side = 'right', ...panel }: FormPanelProps) {
  return (
    <AskingPanel
      {...panel}
      side={side}
      footer={(leave) => (
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={leave}>
            Vazgeç
          </Button>
          <Button type="submit" form={form}>
            {action}
          </Button>
        </div>
      )}
    />
  )
}
