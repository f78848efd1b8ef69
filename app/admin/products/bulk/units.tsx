import { useState } from 'react'
import { Link } from 'react-router'
import type { WireBulkUnit, WireReadBulk } from '#api/wire/admin/bulk.ts'
import { Button } from '#app/ui/button.tsx'
import type { ShownUnits } from '#shop/bulk/contract.ts'
import { formatWhole } from '#shop/money.ts'
import { Pages } from '../../parts/list-parts.tsx'
import { undoable, useActs } from './actions.tsx'
import { headingsOf } from './words.ts'

type Shown = { show: ShownUnits | ''; page: number }
type UnitsProps = { change: WireReadBulk; shown: Shown; onShow: (shown: Shown) => void; onChanged: () => void }

/** Product by product what the change would do, or has done. */
export function Units({ change, shown, onShow, onChanged }: UnitsProps) {
  const { busy, act } = useActs(change.id, onChanged)
  const headings = headingsOf(change)
  const open = undoable(change) > 0
  return (
    <section aria-label="Ürünler">
      {headings.length > 1 && (
        <fieldset className="mb-3 flex flex-wrap gap-2">
          <legend className="sr-only">Hangi ürünler gösterilsin?</legend>
          {[{ show: '' as const, label: 'Tümü', n: change.count }, ...headings].map(({ show, label, n }) => (
            <button
              key={show}
              type="button"
              aria-pressed={shown.show === show}
              onClick={() => onShow({ show, page: 1 })}
              className={`min-h-11 rounded-xs border px-4 text-sm ${shown.show === show ? 'border-ink bg-ink text-white' : 'border-line'}`}
            >
              {label} ({formatWhole(n)})
            </button>
          ))}
        </fieldset>
      )}
      <ul className="border-line border-t bg-surface text-sm">
        {change.preview.map((unit) => (
          <UnitRow
            key={unit.productId}
            unit={unit}
            {...(open && unit.applied && !unit.undone
              ? { busy, onUndo: () => act('undo', { productIds: [unit.productId] }) }
              : {})}
          />
        ))}
        {change.preview.length === 0 && <li className="px-3 py-6 text-muted">Bu başlıkta ürün yok.</li>}
      </ul>
      <Pages page={shown.page} pages={change.pagination.totalPages} onPage={(page) => onShow({ ...shown, page })} />
    </section>
  )
}

const mostLines = 6

type UnitRowProps = { unit: WireBulkUnit; busy?: boolean; onUndo?: () => void }

function UnitRow({ unit, busy, onUndo }: UnitRowProps) {
  const { name, productId, plan, changes, refused, kept, undone } = unit
  const [all, setAll] = useState(false)
  const lines = plan === 'FAILED' ? [] : all ? changes : changes.slice(0, mostLines)
  return (
    <li className="grid gap-x-6 gap-y-1 border-line border-b px-3 py-3 md:grid-cols-[15rem_minmax(0,1fr)_auto]">
      <p className="break-words font-medium text-base">
        <Link to={`/admin/urunler/${productId}`} className="underline decoration-line underline-offset-4">
          {name}
        </Link>
      </p>
      <div className="grid min-w-0 gap-1">
        {plan === 'SAME' && <p className="text-muted">Zaten böyle; değişmez.</p>}
        <dl className={`grid gap-1 ${undone || refused ? 'text-muted' : ''}`}>
          {lines.map(({ label, before, after }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be called alike
            <div key={index} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <dt className="break-words text-muted">{label}</dt>
              <dd className="line-clamp-3 break-words tabular-nums">
                <del className="text-muted">{before}</del> → {after}
              </dd>
            </div>
          ))}
        </dl>
        {changes.length > mostLines && plan !== 'FAILED' && (
          <button
            type="button"
            onClick={() => setAll(!all)}
            className="min-h-11 justify-self-start underline decoration-line underline-offset-4"
          >
            {all ? 'Daha az göster' : `${changes.length - mostLines} değişiklik daha`}
          </button>
        )}
        <Notes unit={unit} />
        {undone && <p>Geri alındı.</p>}
        {kept && <p className="text-bad">Geri alınamadı: {kept}</p>}
      </div>
      {onUndo && (
        <Button
          look="quiet"
          size="small"
          disabled={busy}
          onClick={onUndo}
          aria-label={`${name}: geri al`}
          className="justify-self-start max-md:-ml-2 md:self-start"
        >
          Geri al
        </Button>
      )}
    </li>
  )
}

/** Reasons that keep the unit out, in red; notes worth a look, with a mark before them. */
function Notes({ unit: { notes, refused } }: { unit: WireBulkUnit }) {
  return (
    <>
      {notes.map(({ kind, message }) => (
        <p key={message} className={kind === 'STOP' ? 'text-bad' : 'border-nar border-l-2 pl-2'}>
          {message}
        </p>
      ))}
      {refused && <p className="text-bad">{refused}</p>}
    </>
  )
}
