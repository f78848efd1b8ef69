import { useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'

type QuantityProps = { value: number; most: number; limit: string; onChange: (value: number) => void }

/** How many of it; whoever comes to the end of them, or wants to go on from there, is told why it is one. */
export function Quantity({ value, most, limit, onChange }: QuantityProps) {
  const [wanted, setWanted] = useState(1)
  function step(by: 1 | -1) {
    setWanted(value + by)
    onChange(Math.min(value + by, most))
  }
  return (
    <div className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-2">
      <span id="adet">Adet</span>
      <fieldset aria-labelledby="adet" className="flex items-center rounded-xs border border-edge bg-surface">
        <Step name="Adedi azalt" icon="minus" disabled={value <= 1} onClick={() => value > 1 && step(-1)} />
        <output aria-live="polite" className="w-8 text-center tabular-nums">
          {value}
        </output>
        <Step name="Adedi artır" icon="plus" disabled={value >= most} onClick={() => step(1)} />
      </fieldset>
      <p role="status" className="text-muted text-sm">
        {value >= most && wanted >= most && wanted > 1 && limit}
      </p>
    </div>
  )
}

type StepProps = { name: string; icon: 'minus' | 'plus'; disabled: boolean; onClick: () => void }

function Step({ name, icon, disabled, onClick }: StepProps) {
  return (
    <button
      type="button"
      aria-label={name}
      // Not `disabled`: the focus would be lost at the last step, and who presses it there learns why.
      aria-disabled={disabled}
      onClick={onClick}
      className="grid size-11 place-items-center aria-disabled:text-edge"
    >
      <Icon name={icon} size={16} />
    </button>
  )
}
