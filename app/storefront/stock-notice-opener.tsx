import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { NoticedProduct } from './stock-notice.tsx'

const StockNoticePanel = lazy(() => import('./stock-notice.tsx').then((m) => ({ default: m.StockNoticePanel })))

type StockNoticeProps = { product: NoticedProduct; className?: string; children: ReactNode }

/** A button that opens the stock notice; its script arrives with the first press. */
export function StockNotice({ product, className, children }: StockNoticeProps) {
  const [panel, setPanel] = useState<'never' | 'closed' | 'open'>('never')
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setPanel('open')} className={className}>
        {children}
      </button>
      {panel !== 'never' && (
        <Suspense>
          <StockNoticePanel open={panel === 'open'} onClose={() => setPanel('closed')} product={product} />
        </Suspense>
      )}
    </>
  )
}
