import { useState } from 'react'
import { Link } from 'react-router'
import type { WireImport, WireImportUnit } from '#api/wire/admin/imports.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import type { UnitPlan } from '#shop/imports/contract.ts'
import { formatWhole } from '#shop/money.ts'
import { adminCall } from '../../parts/api.ts'
import { ListState, Pages } from '../../parts/list-parts.tsx'
import { queryString } from '../../parts/use-query.ts'
import { DownloadButton } from './download.tsx'
import { planNames } from './words.ts'

type UnitsProps = { import: WireImport }

/** Product by product what the file would do, or has done; the mistakes first while there are some. */
export function Units({ import: { id, counts, refused, state } }: UnitsProps) {
  const failed = counts.failed + refused
  const numbers: [UnitPlan, number][] = [
    ['FAILED', failed],
    ['NEW', counts.new],
    ['CHANGED', counts.changed],
    ['SAME', counts.same],
  ]
  const shown = numbers.filter(([, n]) => n > 0)
  const [plan, setPlan] = useState<UnitPlan | undefined>(shown[0]?.[0])
  const [page, setPage] = useState(1)
  const asked = queryString({ plan: plan ?? '', page, limit: 20 })
  const { state: list, again } = useLoaded(`${id} ${state} ${asked}`, (signal) =>
    adminCall<'GET /admin/imports/{id}/products'>('GET', `/admin/imports/${id}/products?${asked}`, undefined, {
      signal,
    }),
  )
  if (shown.length === 0) return null
  return (
    <section aria-label="Ürünler">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Hangi ürünler gösterilsin?</legend>
          {shown.map(([one, n]) => (
            <button
              key={one}
              type="button"
              aria-pressed={plan === one}
              onClick={() => {
                setPlan(one)
                setPage(1)
              }}
              className={`min-h-11 rounded-xs border px-4 text-sm ${plan === one ? 'border-ink bg-ink text-white' : 'border-line'}`}
            >
              {planNames[one]} ({formatWhole(n)})
            </button>
          ))}
        </fieldset>
        {failed > 0 && (
          <DownloadButton path={`/admin/imports/${id}/mistakes`} name="hatali-satirlar.xlsx">
            Hatalı satırları indir
          </DownloadButton>
        )}
      </div>
      <ListState state={list} what="Ürünler" otherwise="Ürünler yüklenemedi" onAgain={again} />
      {list.kind === 'ready' && (
        <>
          <ul className="border-line border-t bg-surface text-sm">
            {list.value.data.map((unit) => (
              <UnitRow key={unit.position} unit={unit} />
            ))}
          </ul>
          <Pages page={page} pages={list.value.pagination.totalPages} onPage={setPage} />
        </>
      )}
    </section>
  )
}

const mostChanges = 6

function UnitRow({ unit }: { unit: WireImportUnit }) {
  const { name, firstRow, productId, changes, errors, notes, plan } = unit
  const [all, setAll] = useState(false)
  const shown = all ? changes : changes.slice(0, mostChanges)
  return (
    <li className="grid gap-x-6 gap-y-2 border-line border-b px-3 py-3 md:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="break-words font-medium text-base">
          {productId ? (
            <Link to={`/admin/urunler/${productId}`} className="underline decoration-line underline-offset-4">
              {name}
            </Link>
          ) : (
            name || 'Adsız ürün'
          )}
        </p>
        <p className="text-muted">{firstRow}. satır</p>
      </div>
      <div className="grid min-w-0 gap-1">
        {errors.map(({ row, column, message }) => (
          <p key={`${row} ${column} ${message}`} className="text-bad">
            {row}. satır{column && `, ${column}`}: {message}
          </p>
        ))}
        {plan !== 'FAILED' && (
          <dl className="grid gap-1">
            {shown.map(({ label, before, after }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two sizes may be called alike
              <div key={index} className="grid gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
                <dt className="break-words text-muted">{label}</dt>
                <dd className="line-clamp-2 break-words">
                  {before && <del className="text-muted">{before}</del>}
                  {before && ' → '}
                  {after || 'boş'}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {changes.length > mostChanges && plan !== 'FAILED' && (
          <button
            type="button"
            onClick={() => setAll(!all)}
            className="min-h-11 justify-self-start underline decoration-line underline-offset-4"
          >
            {all ? 'Daha az göster' : `${changes.length - mostChanges} değişiklik daha`}
          </button>
        )}
        {notes.map((note) => (
          <p key={note} className="break-words text-muted">
            {note}
          </p>
        ))}
      </div>
    </li>
  )
}
