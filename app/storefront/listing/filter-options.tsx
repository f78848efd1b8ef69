import { type ReactNode, useId } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import type { Counted, Facets } from '#shop/catalog/search/facets.ts'
import { formatWhole } from '#shop/money.ts'
import { type Asked, addressOf } from './address.ts'
import { Swatch } from './card/swatch.tsx'

export type OptionsProps = {
  facets: Facets
  asked: Asked
  /** Whose address the filters stand in. */
  slug: string
  onAsk: (asked: Asked) => void
}

function toggled(list: string[], value: string): string[] {
  return list.includes(value) ? list.filter((other) => other !== value) : [...list, value]
}

export function SizeOptions({ facets, asked, onAsk }: OptionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {facets.sizes.map(({ size, count }) => (
        <label
          key={size}
          className="flex min-h-11 min-w-14 items-center justify-center gap-1.5 rounded-xs border border-edge bg-surface px-3 transition-colors has-enabled:hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-white has-disabled:border-line has-disabled:text-muted has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2"
        >
          <input
            type="checkbox"
            name="beden"
            value={size}
            className="sr-only"
            checked={asked.sizes.includes(size)}
            disabled={count === 0 && !asked.sizes.includes(size)}
            onChange={() => onAsk({ ...asked, sizes: toggled(asked.sizes, size) })}
          />
          {size}
          <Count count={count} />
        </label>
      ))}
    </div>
  )
}

export function ColorOptions({ facets, asked, onAsk }: OptionsProps) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4">
      {facets.colors.map(({ slug, name, hex, count }) => (
        <Row
          key={slug}
          name="renk"
          value={slug}
          checked={asked.colors.includes(slug)}
          count={count}
          onChange={() => onAsk({ ...asked, colors: toggled(asked.colors, slug) })}
        >
          <Swatch hex={hex} size={18} />
          {name}
        </Row>
      ))}
    </div>
  )
}

export function StockOption({ facets, asked, onAsk }: OptionsProps) {
  return (
    <Row
      name="stokta"
      value="1"
      checked={asked.inStock}
      count={facets.inStock}
      onChange={() => onAsk({ ...asked, inStock: !asked.inStock })}
    >
      Stokta olanlar
    </Row>
  )
}

type RowProps = {
  name: string
  value: string
  checked: boolean
  count: Counted
  onChange: () => void
  children: ReactNode
}

function Row({ name, value, checked, count, onChange, children }: RowProps) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 whitespace-nowrap has-disabled:text-muted">
      <input
        type="checkbox"
        name={name}
        value={value}
        checked={checked}
        disabled={count === 0 && !checked}
        onChange={onChange}
        className="size-4.5 shrink-0 accent-ink"
      />
      {children}
      <Count count={count} />
    </label>
  )
}

function Count({ count }: { count: Counted }) {
  return (
    <span className="text-sm tabular-nums opacity-75">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{count !== null && `, ${count} ürün`}</span>
    </span>
  )
}

/** Two ends to type, and the steps that shoppers think in as links. */
export function PriceOptions({ facets, asked, slug, onAsk }: OptionsProps) {
  const { state } = useLocation()
  const id = useId()
  return (
    <div>
      <div className="flex flex-wrap items-end gap-2">
        <PriceEnd key={`a${asked.from}`} id={`${id}a`} label="En az (TL)" name="en-az" value={asked.from} />
        <PriceEnd key={`b${asked.to}`} id={`${id}b`} label="En çok (TL)" name="en-cok" value={asked.to} />
        <button
          type="submit"
          className="min-h-11 shrink-0 rounded-xs border border-ink px-4 font-semibold hover:bg-ink hover:text-white"
        >
          Uygula
        </button>
      </div>
      <ul className="mt-3">
        {facets.prices.map(({ fromKurus, toKurus, count }) => {
          const from = fromKurus === 0 ? undefined : fromKurus / 100
          const to = toKurus === null ? undefined : toKurus / 100
          const on = asked.from === from && asked.to === to
          if (count === 0 && !on) return null
          const range = on ? { from: undefined, to: undefined } : { from, to }
          return (
            <li key={fromKurus}>
              <Link
                to={addressOf(slug, { ...asked, ...range })}
                state={state}
                replace
                preventScrollReset
                aria-current={on ? 'true' : undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  onAsk({ ...asked, ...range })
                }}
                className="flex min-h-11 items-center gap-2 tabular-nums aria-[current]:font-semibold"
              >
                <span className="link-line py-0.5">{rangeName(from, to)}</span>
                <Count count={count} />
                {on && <Icon name="check" size={16} />}
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** '500 – 1.000 TL' */
export function rangeName(from: number | undefined, to: number | undefined): string {
  if (from === undefined && to === undefined) return 'Tüm fiyatlar'
  if (from === undefined) return `${formatWhole(to ?? 0)} TL ve altı`
  return to === undefined ? `${formatWhole(from)} TL ve üstü` : `${formatWhole(from)} – ${formatWhole(to)} TL`
}

type PriceEndProps = { id: string; label: string; name: string; value: number | undefined }

function PriceEnd({ id, label, name, value }: PriceEndProps) {
  return (
    <div className="min-w-0 grow basis-20">
      <label htmlFor={id} className="mb-1 block whitespace-nowrap text-muted text-sm">
        {label}
      </label>
      <input
        id={id}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        defaultValue={value}
        className="block min-h-11 w-full rounded-xs border border-edge bg-surface px-3 tabular-nums"
      />
    </div>
  )
}
