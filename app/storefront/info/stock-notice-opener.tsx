import type { ReactNode } from 'react'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { PanelOpener } from '#app/ui/panel-opener.tsx'
import type { NoticedProduct, StockNoticePanelProps } from './stock-notice.tsx'

const StockNoticePanel = lazyOnline<StockNoticePanelProps>(() =>
  import('./stock-notice.tsx').then((m) => ({ default: m.StockNoticePanel })),
)

type StockNoticeProps = {
  product: NoticedProduct
  /** The sold-out size that she means; without it she is asked. */
  variantId?: string
  className?: string
  children: ReactNode
}

/** A button that opens the stock notice. */
export function StockNotice({ product, variantId, className, children }: StockNoticeProps) {
  return (
    <PanelOpener
      panel={(open, onClose) => (
        <StockNoticePanel open={open} onClose={onClose} product={product} variantId={variantId} />
      )}
      className={className}
    >
      {children}
    </PanelOpener>
  )
}
