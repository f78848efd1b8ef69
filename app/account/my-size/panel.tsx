import { AskingPanel } from '#app/ui/leaving/asking-panel.tsx'
import { MySizeForm } from './form.tsx'
import type { MySize } from './saved.ts'

export type MySizePanelProps = {
  open: boolean
  onClose: () => void
  /** Is told what she saved; undefined when she had everything forgotten. */
  onDone?: (mine: MySize | undefined) => void
}

/** 'Bedenim', asked once. */
export function MySizePanel({ open, onClose, onDone }: MySizePanelProps) {
  return (
    <AskingPanel open={open} onClose={onClose} title="Bedenim" side="center" wide>
      <p className="mb-5 text-muted">
        Giydiğiniz bedenleri bir kez seçin; listelerde yalnızca bedeninizde olanları görün, ürünlerde bedeniniz seçili
        gelsin.
      </p>
      <MySizeForm
        onDone={(mine) => {
          onClose()
          onDone?.(mine)
        }}
      />
    </AskingPanel>
  )
}
