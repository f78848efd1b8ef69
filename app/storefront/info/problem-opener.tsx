import { lazy, type ReactNode } from 'react'
import { PanelOpener } from '#app/ui/panel-opener.tsx'

const ProblemPanel = lazy(() => import('./problem-panel.tsx').then((m) => ({ default: m.ProblemPanel })))

/** A button that opens 'Sorun Bildirimi'. */
export function ReportProblem({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <PanelOpener panel={(open, onClose) => <ProblemPanel open={open} onClose={onClose} />} className={className}>
      {children}
    </PanelOpener>
  )
}
