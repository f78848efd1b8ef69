import { lazy, type ReactNode, Suspense, useState } from 'react'

const ProblemPanel = lazy(() => import('./problem-panel.tsx').then((m) => ({ default: m.ProblemPanel })))

/** A button that opens 'Sorun Bildirimi'; the form's script arrives with the first press. */
export function ReportProblem({ className, children }: { className?: string; children: ReactNode }) {
  const [panel, setPanel] = useState<'never' | 'closed' | 'open'>('never')
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setPanel('open')} className={className}>
        {children}
      </button>
      {panel !== 'never' && (
        <Suspense>
          <ProblemPanel open={panel === 'open'} onClose={() => setPanel('closed')} />
        </Suspense>
      )}
    </>
  )
}
