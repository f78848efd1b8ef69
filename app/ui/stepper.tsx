type StepperProps = {
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  /** The name of what is counted, for a screen reader. */
  label: string
  disabled?: boolean
}

/** A number between two buttons. */
export function Stepper({ value, min, max, onChange, label, disabled }: StepperProps) {
  const button = 'grid size-[44px] place-items-center text-lg text-ink disabled:text-line sm:size-[40px]'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, which nobody should see here
    <div role="group" aria-label={label} className="inline-flex items-center rounded-xs border border-edge">
      <button
        type="button"
        aria-label="Azalt"
        disabled={disabled || value <= min}
        onClick={() => onChange(value - 1)}
        className={button}
      >
        <span aria-hidden="true">−</span>
      </button>
      <output aria-live="polite" className="min-w-8 text-center tabular-nums">
        {value}
      </output>
      <button
        type="button"
        aria-label="Artır"
        disabled={disabled || value >= max}
        onClick={() => onChange(value + 1)}
        className={button}
      >
        <span aria-hidden="true">+</span>
      </button>
    </div>
  )
}
