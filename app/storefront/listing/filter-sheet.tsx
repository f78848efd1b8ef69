import { useRef } from 'react'
import { buttonClass } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { useHeldFocus } from '../../frame/use-held-focus.ts'
import { countFilters, withoutFilters } from './address.ts'
import type { OptionsProps } from './filter-options.tsx'
import { StockOption } from './filter-options.tsx'
import { askedInForm, Kept, useGroups } from './filters.tsx'

type SheetProps = { open: boolean; onClose: () => void; options: OptionsProps; busy: boolean }

/** The filters on a phone: what is chosen is asked for at once, and the button says how many products it leaves. */
export function FilterSheet({ open, onClose, options, busy }: SheetProps) {
  const { asked, onAsk, slug } = options
  const groups = useGroups(options)
  return (
    <Panel
      open={open}
      onClose={onClose}
      title="Filtrele"
      side="right"
      footer={<Buttons options={options} busy={busy} onClose={onClose} />}
    >
      <form action={`/${slug}`} onSubmit={(event) => onAsk(askedInForm(event, asked))} className="grid gap-8 pb-4">
        <Kept asked={asked} />
        {groups.map(({ name, content }) => (
          <fieldset key={name}>
            <legend className="mb-3 font-semibold">{name}</legend>
            {content}
          </fieldset>
        ))}
        <fieldset>
          <legend className="mb-1 font-semibold">Stok</legend>
          <StockOption {...options} />
        </fieldset>
      </form>
    </Panel>
  )
}

function Buttons({ options, busy, onClose }: Omit<SheetProps, 'open'>) {
  const { asked, facets, onAsk } = options
  const show = useRef<HTMLButtonElement>(null)
  const holdFocus = useHeldFocus(() => show.current)
  return (
    <div className="flex gap-3">
      {countFilters(asked) > 0 && (
        <button
          type="button"
          onFocus={holdFocus}
          onClick={() => onAsk(withoutFilters(asked))}
          className={buttonClass('secondary', 'shrink-0')}
        >
          Temizle
        </button>
      )}
      <p role="status" className="sr-only">
        {facets.total} ürün bulundu
      </p>
      <button
        ref={show}
        type="button"
        onClick={onClose}
        aria-busy={busy}
        className={buttonClass('primary', 'grow tabular-nums')}
      >
        {facets.total === 0 ? 'Uygun ürün yok' : `${facets.total} ürünü göster`}
      </button>
    </div>
  )
}
