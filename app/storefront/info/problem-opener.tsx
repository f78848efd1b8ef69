import type { ReactNode } from 'react'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { PanelOpener } from '#app/ui/panel-opener.tsx'

const ProblemPanel = lazyOnline(async () => ({ default: (await import('./problem-panel.tsx')).ProblemPanel }))

/** A button that opens 'Sorun Bildirimi'. */
export function ReportProblem({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <PanelOpener panel={(open, onClose) => <ProblemPanel open={open} onClose={onClose} />} className={className}>
      {children}
    </PanelOpener>
  )
}
