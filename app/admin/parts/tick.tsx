type TickProps = { label: string; checked: boolean; partly?: boolean; onChange: (wanted: boolean) => void }

/** A box to tick, as large as a finger; the row behind it does not open. */
export function Tick({ label, checked, partly = false, onChange }: TickProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps the click to itself
    <label className="grid size-11 place-items-center" onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = partly
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-ink"
      />
    </label>
  )
}
