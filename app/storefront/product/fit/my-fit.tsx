import { Suspense, useState } from 'react'
import type { MySizePanelProps } from '#app/account/my-size/panel.tsx'
import { sizesFor, useMySize } from '#app/account/my-size/saved.ts'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { AdviceProps, FitProps } from './advice.tsx'

const MySizePanel = lazyOnline<MySizePanelProps>(() =>
  import('#app/account/my-size/panel.tsx').then((m) => ({ default: m.MySizePanel })),
)
/** Fetched by those only who told their size. */
const Advice = lazyOnline<AdviceProps>(() => import('./advice.tsx').then((m) => ({ default: m.Advice })))

/** Beside the sizes: which of them is hers, and what is known of the fit. */
export function MyFit(props: FitProps) {
  const mine = useMySize()
  const [asking, setAsking] = useState<boolean>()
  const ask = () => setAsking(true)
  const button = (words: string) => (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={ask}
      className="min-h-11 text-left underline underline-offset-4 hover:text-nar noscript:hidden"
    >
      {words}
    </button>
  )
  const own = button(mine ? wordsOf(sizesFor(props.product.category, mine)) : '')
  return (
    // As high as two lines, whatever it says: nothing moves when her size is known.
    <div className="mt-1 flex min-h-12 items-center gap-x-2 text-sm">
      <span className="shrink-0 text-muted">
        <Icon name="ruler" size={18} />
      </span>
      {mine ? (
        <Suspense fallback={own}>
          <Advice {...props} mine={mine} onEdit={ask} otherwise={own} />
        </Suspense>
      ) : (
        button('Bedeninizi bir kez söyleyin, hep seçili gelsin')
      )}
      {asking !== undefined && (
        <Suspense>
          <MySizePanel open={asking} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}

function wordsOf(sizes: string[]): string {
  return sizes.length > 0 ? `Bedenim: ${sizes.join(', ')}` : 'Bedenimi düzenle'
}
