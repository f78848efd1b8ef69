import { useState } from 'react'
import type { WireStocktakeLine } from '#api/wire/admin/stock.ts'
import { Picture } from '#app/ui/picture.tsx'
import { parseCount } from '../products/variants/grid-numbers.ts'

/** As the API takes it: by what was scanned, or by the size; so many more, or so many in all. */
export type Counted =
  | { code: string; add: number }
  | { variantId: string; add: number }
  | { variantId: string; counted: number; seen: number }

export function sizeOf({ color, size }: { color: string; size: string }): string {
  return `${color} · ${size}`
}

/** Counted pieces of a size less its stock when its count began: pieces sold since then are in both. */
export function differenceOf({ counted, expected }: WireStocktakeLine): number {
  return counted - expected
}

type LinesProps = {
  lines: WireStocktakeLine[]
  onCount: (counted: Counted) => void
  onDrop: (line: WireStocktakeLine) => void
}

/** The lines counted so far, the last one first. */
export function Lines({ lines, onCount, onDrop }: LinesProps) {
  const [onlyDifferent, setOnlyDifferent] = useState(false)
  const shown = onlyDifferent ? lines.filter((line) => differenceOf(line) !== 0) : lines
  if (lines.length === 0) return <p className="border-line border-y py-6 text-sm">Henüz bir şey sayılmadı.</p>
  return (
    <section aria-labelledby="counted">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="counted" className="text-muted text-sm">
          Sayılanlar ({lines.length} beden)
        </h2>
        <button
          type="button"
          aria-pressed={onlyDifferent}
          onClick={() => setOnlyDifferent(!onlyDifferent)}
          className="min-h-11 text-sm underline decoration-line underline-offset-4 aria-pressed:font-semibold"
        >
          Yalnızca farklılar ({lines.filter((line) => differenceOf(line) !== 0).length})
        </button>
      </div>
      <ul className="border-line border-t">
        {shown.map((line) => (
          <Line key={line.variantId} line={line} onCount={onCount} onDrop={onDrop} />
        ))}
      </ul>
    </section>
  )
}

function Line({ line, onCount, onDrop }: Omit<LinesProps, 'lines'> & { line: WireStocktakeLine }) {
  const { variantId, productName, picture, expected, stock, counted } = line
  const difference = differenceOf(line)
  const moved = expected - stock
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-2 text-sm">
      <Picture image={picture ?? undefined} alt="" sizes={48} className="aspect-4/5 w-12 object-cover" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="break-words font-medium">{productName}</p>
        <p className="text-muted">{sizeOf(line)}</p>
        <p className="tabular-nums">
          Beklenen {expected}
          {moved > 0 && <span className="text-muted"> · bu arada {moved} çıktı</span>}
          {moved < 0 && <span className="text-muted"> · bu arada {-moved} geldi</span>}
          <Difference of={difference} />
        </p>
      </div>
      <Pieces
        label={`${productName}, ${sizeOf(line)}`}
        counted={counted}
        onAdd={(add) => onCount({ variantId, add })}
        onSet={(sum) => onCount({ variantId, counted: sum, seen: counted })}
      />
      <button
        type="button"
        aria-label={`${productName}, ${sizeOf(line)}: sayımdan çıkar`}
        onClick={() => onDrop(line)}
        className="grid size-11 place-items-center text-muted hover:text-ink"
      >
        <span aria-hidden="true">×</span>
      </button>
    </li>
  )
}

function Difference({ of }: { of: number }) {
  if (of === 0) return <span className="text-good"> · tamam</span>
  return <span className={of < 0 ? 'text-bad' : 'text-nar-deep'}> · {of < 0 ? `${-of} eksik` : `${of} fazla`}</span>
}

type PiecesProps = { label: string; counted: number; onAdd: (add: number) => void; onSet: (sum: number) => void }

/** A number for one thumb: typed, or by steps. */
function Pieces({ label, counted, onAdd, onSet }: PiecesProps) {
  const [draft, setDraft] = useState<string>()
  const button = 'grid size-11 place-items-center rounded-xs border border-edge text-lg disabled:text-line'
  function finish() {
    const sum = draft === undefined ? undefined : parseCount(draft)
    setDraft(undefined)
    if (sum !== undefined && sum >= 0 && sum !== counted) onSet(sum)
  }
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        aria-label={`${label}: bir azalt`}
        disabled={counted === 0}
        onClick={() => onAdd(-1)}
        className={button}
      >
        <span aria-hidden="true">−</span>
      </button>
      <input
        aria-label={`${label}: sayılan`}
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        maxLength={7}
        value={draft ?? String(counted)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') setDraft(undefined)
        }}
        className="size-11 w-14 rounded-xs border border-edge bg-surface text-center text-base tabular-nums"
      />
      <button type="button" aria-label={`${label}: bir artır`} onClick={() => onAdd(1)} className={button}>
        <span aria-hidden="true">+</span>
      </button>
    </div>
  )
}
