import { useEffect, useRef } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { CartLine } from '../../cart/store.ts'
import { StockNotice } from '../../info/stock-notice-opener.tsx'
import type { Standing } from './wait-for-turn.ts'
import { timeWords } from './words.ts'

export type WaitingInLineProps = {
  lines: CartLine[]
  standing: Standing
  /** Nothing is left of all that she wants. */
  isOver: boolean
  onLeave: () => void
  onBack: () => void
}

/** While more people pay than the shop can serve: her place, and what goes on without her doing anything. */
export function WaitingInLine({ lines, standing, isOver, onLeave, onBack }: WaitingInLineProps) {
  const title = useRef<HTMLHeadingElement>(null)
  // The form that she used is gone.
  useEffect(() => title.current?.focus(), [])
  const gone = lines.filter(({ variantId }) => standing.soldOut.includes(variantId))
  return (
    <section className="grid gap-5 py-4" aria-labelledby="line-title">
      <h3 id="line-title" ref={title} tabIndex={-1} className="font-display text-2xl outline-none">
        {isOver ? 'Siz beklerken tükendi' : 'Sıradasınız'}
      </h3>
      {isOver ? (
        <p>Kartınızdan para çekilmedi. Ürün yeniden gelirse istek sırasıyla haber veririz.</p>
      ) : (
        <Place standing={standing} />
      )}
      {gone.length > 0 && <Gone lines={gone} isOver={isOver} />}
      {isOver ? (
        <Button look="secondary" onClick={onBack}>
          Sepeti düzenle
        </Button>
      ) : (
        <>
          <ul className="grid list-disc gap-1 pl-5 text-muted text-sm">
            <li>Sıranız gelince ödemeniz kendiliğinden başlar; sayfayı yenilemeniz gerekmez.</li>
            <li>Beklerken kartınızdan para çekilmez.</li>
            <li>Telefonunuz uykuya geçerse yeriniz korunur; sıranız geldikten sonra 15 dakika içinde dönün.</li>
          </ul>
          <Button look="quiet" size="small" onClick={onLeave} className="justify-self-center">
            Sıradan çık
          </Button>
        </>
      )}
    </section>
  )
}

function Place({ standing: { ahead, seconds } }: { standing: Standing }) {
  return (
    <div className="grid gap-1 border-line border-y py-5 text-center" role="status">
      {ahead > 0 ? (
        <>
          <p className="text-muted text-sm">Önünüzde en çok</p>
          <p className="font-display text-4xl tabular-nums">{ahead.toLocaleString('tr-TR')} kişi</p>
        </>
      ) : (
        <p className="font-display text-3xl">Sıra size geliyor</p>
      )}
      <p className="text-sm">{timeWords(seconds)}</p>
    </div>
  )
}

function Gone({ lines, isOver }: { lines: CartLine[]; isOver: boolean }) {
  return (
    <Notice tone="bad">
      <ul className="grid gap-2">
        {lines.map(({ productId, variantId, name, color, size }) => (
          <li key={variantId} className="grid justify-items-start gap-1">
            <span>
              {name} ({size}) tükendi{isOver ? '.' : '; ödeme adımında sepetinizden çıkarabilirsiniz.'}
            </span>
            <StockNotice
              product={{ id: productId, name, variants: [{ id: variantId, color, size, stock: 0 }] }}
              variantId={variantId}
              className="min-h-11 font-semibold underline decoration-line underline-offset-4 hover:decoration-ink"
            >
              Gelince haber ver
            </StockNotice>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
