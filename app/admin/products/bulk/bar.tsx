import { Link } from 'react-router'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { formatWhole } from '#shop/money.ts'
import { scopeAddress } from './scope.ts'

type BulkBarProps = { ids: string[]; onClear: () => void }

/** Actions for the ticked products; in view while any are ticked. */
export function BulkBar({ ids, onClear }: BulkBarProps) {
  const { to, state } = scopeAddress({ ids })
  return (
    <section
      aria-label="Seçilen ürünler"
      className="sticky top-14 z-20 mb-2 flex flex-wrap items-center gap-x-2 border border-ink bg-surface px-1 text-sm"
    >
      <p role="status" className="px-2 font-medium tabular-nums max-sm:grow">
        {formatWhole(ids.length)} ürün seçildi
      </p>
      <Link to={to} state={state} className={buttonClass('quiet', 'font-semibold', 'small')}>
        Seçilenleri değiştir
      </Link>
      <Button look="quiet" size="small" onClick={onClear} className="sm:ml-auto">
        Seçimi kaldır
      </Button>
    </section>
  )
}
