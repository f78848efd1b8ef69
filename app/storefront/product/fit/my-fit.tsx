import { Suspense, useMemo, useState } from 'react'
import type { MySizePanelProps } from '#app/account/my-size/panel.tsx'
import { sizesFor, useMySize } from '#app/account/my-size/saved.ts'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Product } from '#shop/catalog/products.ts'
import type { SizeChart } from '#shop/catalog/size-charts.ts'
import { adviseFit, type FitAdvice, type FitVotes, sayFit } from '#shop/catalog/sizing/fit.ts'

const MySizePanel = lazyOnline<MySizePanelProps>(() =>
  import('#app/account/my-size/panel.tsx').then((m) => ({ default: m.MySizePanel })),
)

export type MyFitProps = {
  product: Product
  /** The owner's chart of its category, where it has one. */
  chart: SizeChart | undefined
  /** How buyers found its fit, once there is something to count. */
  votes?: FitVotes | undefined
}

/** Beside the sizes: which of them is hers, and what is known of the fit; worked out here, from what everybody may read. */
export function MyFit({ product, chart, votes }: MyFitProps) {
  const mine = useMySize()
  const [asking, setAsking] = useState<boolean>()
  const [why, setWhy] = useState(false)
  const advice = useMemo(() => {
    const { name, category, variants, measurements, fabric, fit, fitNote } = product
    const sizes = variants.map(({ size }) => size)
    const piece = { name, category, sizes, chart, measurements, fabric, fit, fitNote, votes }
    return mine && adviseFit(piece, sizesFor(category, mine), mine.body)
  }, [product, chart, votes, mine])
  const ask = () => setAsking(true)
  return (
    // As high as two lines, whatever it says: nothing moves when her size is known.
    <div className="mt-1 flex min-h-12 items-center gap-x-2 text-sm">
      <span className="shrink-0 text-muted">
        <Icon name="ruler" size={18} />
      </span>
      {advice ? (
        <p>
          {sayFit(advice)}{' '}
          <button type="button" aria-haspopup="dialog" onClick={() => setWhy(true)} className={linkClass}>
            Neden?
          </button>
        </p>
      ) : (
        <button type="button" aria-haspopup="dialog" onClick={ask} className={`min-h-11 ${linkClass} noscript:hidden`}>
          {mine ? wordsOf(sizesFor(product.category, mine)) : 'Bedeninizi bir kez söyleyin, hep seçili gelsin'}
        </button>
      )}
      {advice && <Why advice={advice} open={why} onClose={() => setWhy(false)} onEdit={ask} />}
      {asking !== undefined && (
        <Suspense>
          <MySizePanel open={asking} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}

const linkClass = 'text-left underline underline-offset-4 hover:text-nar'

function wordsOf(sizes: string[]): string {
  return sizes.length > 0 ? `Bedenim: ${sizes.join(', ')}` : 'Bedenimi düzenle'
}

type WhyProps = { advice: FitAdvice; open: boolean; onClose: () => void; onEdit: () => void }

function Why({ advice, open, onClose, onEdit }: WhyProps) {
  return (
    <Panel open={open} onClose={onClose} title="Bu beden neden?" side="center">
      <p className="font-medium">{sayFit(advice)}</p>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5">
        {advice.why.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="mt-4 text-muted text-sm">
        Bu öneri tarayıcınızda hesaplanır; ölçüleriniz bunun için hiçbir yere gönderilmez.
      </p>
      <button
        type="button"
        onClick={() => {
          onClose()
          onEdit()
        }}
        className={buttonClass('secondary', 'mt-5 w-full')}
      >
        Bedenimi düzenle
      </button>
    </Panel>
  )
}
