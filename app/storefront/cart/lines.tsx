import { Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Stepper } from '#app/ui/stepper.tsx'
import { formatKurus } from '#shop/money.ts'
import type { CartCheck, LineState } from './check.ts'
import { type CartLine, closeCart, mostOfOneLine, setQuantity } from './store.ts'
import { takeOut, takeOutAll } from './undo.ts'

export function CartLines({ lines, check }: { lines: CartLine[]; check: CartCheck }) {
  const sentences = lines.flatMap((line) => check.states[line.variantId]?.sentences ?? [])
  return (
    <>
      <div aria-live="polite">
        {sentences.length > 0 && (
          <Notice tone="plain" className="mb-4">
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        )}
      </div>
      <ul className="divide-y divide-line">
        {lines.map((line, index) => (
          <Line key={line.variantId} line={line} index={index} state={check.states[line.variantId]} />
        ))}
      </ul>
      {lines.length > 1 && (
        <Button look="quiet" size="small" onClick={takeOutAll} className="mt-2 -ml-2 text-muted!">
          Sepeti boşalt
        </Button>
      )}
    </>
  )
}

type LineProps = { line: CartLine; index: number; state: LineState | undefined }

function Line({ line, index, state }: LineProps) {
  const unavailable = state?.most === 0
  return (
    <li data-gone={unavailable || undefined} className="flex gap-4 py-4 first:pt-0">
      <Link
        to={`/urun/${line.slug}`}
        onClick={closeCart}
        tabIndex={-1}
        aria-hidden="true"
        className="w-24 max-w-[30%] shrink-0"
      >
        <Picture
          image={line.image}
          alt=""
          sizes={96}
          className={`aspect-4/5 w-full rounded-xs object-cover ${unavailable ? 'opacity-40' : ''}`}
        />
      </Link>
      <div className="flex min-w-0 grow flex-col">
        <div className="flex flex-wrap items-start justify-between gap-x-3">
          <Link to={`/urun/${line.slug}`} onClick={closeCart} className="w-32 grow py-0.5 hover:underline">
            {line.name}
          </Link>
          <span className="shrink-0 whitespace-nowrap py-0.5 tabular-nums">
            {formatKurus(line.priceKurus * line.quantity)}
          </span>
        </div>
        <p className="text-muted text-sm">
          Renk: {line.color}
          <br />
          Beden: {line.size}
          {line.quantity > 1 && !unavailable && (
            <span className="block tabular-nums">Birim fiyat: {formatKurus(line.priceKurus)}</span>
          )}
        </p>
        {unavailable && (
          <p className="mt-1 font-medium text-bad text-sm">
            {state.gone ? 'Artık satışta değil' : 'Tükendi'}, sepetinizden çıkarın.
          </p>
        )}
        <LineControls line={line} index={index} state={state} />
      </div>
    </li>
  )
}

function LineControls({ line, index, state }: LineProps) {
  return (
    <div className="mt-auto flex flex-wrap items-center justify-between pt-3">
      {state?.most === 0 ? (
        <span />
      ) : (
        <Stepper
          value={line.quantity}
          min={1}
          max={state?.most ?? mostOfOneLine}
          onChange={(quantity) => setQuantity(index, quantity)}
          label={`${line.name} adedi`}
        />
      )}
      <button
        type="button"
        onClick={() => takeOut(index)}
        className="-mr-2 min-h-11 px-2 text-muted text-sm underline decoration-line underline-offset-4 hover:text-ink"
      >
        Kaldır<span className="sr-only">: {line.name}</span>
      </button>
    </div>
  )
}
