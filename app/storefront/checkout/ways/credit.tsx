import { formatKurus } from '#shop/money.ts'

type CreditProps = {
  balanceKurus: number
  used: boolean
  disabled: boolean
  onUse: (use: boolean) => void
}

/** Whether she pays with her store credit, as far as it goes. */
export function CreditChoice({ balanceKurus, used, disabled, onUse }: CreditProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 border border-line px-3 py-2 text-sm has-checked:border-ink">
      <input
        type="checkbox"
        name="useCredit"
        className="size-5 shrink-0 accent-ink"
        checked={used}
        disabled={disabled}
        onChange={(event) => onUse(event.target.checked)}
      />
      <span className="grow">Mağaza kredimi kullan</span>
      <span className="whitespace-nowrap tabular-nums">{formatKurus(balanceKurus)}</span>
    </label>
  )
}
