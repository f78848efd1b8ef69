import { Icon } from '#app/ui/icon.tsx'

type QuantityProps = { value: number; most: number; onChange: (value: number) => void }

export function Quantity({ value, most, onChange }: QuantityProps) {
  return (
    <div className="mt-7 flex items-center gap-5">
      <span id="adet">Adet</span>
      <fieldset aria-labelledby="adet" className="flex items-center rounded-xs border border-edge bg-surface">
        <Step name="Adedi azalt" icon="minus" disabled={value <= 1} onClick={() => onChange(value - 1)} />
        <output aria-live="polite" className="w-8 text-center tabular-nums">
          {value}
        </output>
        <Step name="Adedi artır" icon="plus" disabled={value >= most} onClick={() => onChange(value + 1)} />
      </fieldset>
    </div>
  )
}

type StepProps = { name: string; icon: 'minus' | 'plus'; disabled: boolean; onClick: () => void }

function Step({ name, icon, disabled, onClick }: StepProps) {
  return (
    <button
      type="button"
      aria-label={name}
      // Not `disabled`: the focus would be lost at the last step.
      aria-disabled={disabled}
      onClick={() => !disabled && onClick()}
      className="grid size-11 place-items-center aria-disabled:text-edge"
    >
      <Icon name={icon} size={16} />
    </button>
  )
}
