import { type ReactNode, useMemo, useState } from 'react'
import { type MySize, sizesFor } from '#app/account/my-size/saved.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Product } from '#shop/catalog/products.ts'
import type { SizeChart } from '#shop/catalog/size-charts.ts'
import { adviseFit, type FitAdvice, type FitVotes, sayFit } from '#shop/catalog/sizing/fit.ts'

export type FitProps = {
  product: Product
  /** The owner's chart of its category, where it has one. */
  chart: SizeChart | undefined
  /** How buyers found its fit, once there is something to count. */
  votes?: FitVotes | undefined
}

export type AdviceProps = FitProps & {
  mine: MySize
  onEdit: () => void
  /** Shown when there is no advice. */
  otherwise: ReactNode
}

/** Which size is hers and how the piece falls; worked out here, from what everybody may read. */
export function Advice({ product, chart, votes, mine, onEdit, otherwise }: AdviceProps) {
  const [why, setWhy] = useState(false)
  const advice = useMemo(() => {
    const { name, category, variants, measurements, fabric, fit, fitNote } = product
    const sizes = variants.map(({ size }) => size)
    const piece = { name, category, sizes, chart, measurements, fabric, fit, fitNote, votes }
    return adviseFit(piece, sizesFor(category, mine), mine.body)
  }, [product, chart, votes, mine])
  if (!advice) return otherwise
  return (
    <>
      <p>
        {sayFit(advice)}{' '}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setWhy(true)}
          className="underline underline-offset-4 hover:text-nar"
        >
          Neden?
        </button>
      </p>
      <Why advice={advice} open={why} onClose={() => setWhy(false)} onEdit={onEdit} />
    </>
  )
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
