import type { ComponentProps } from 'react'
import { Below, inputClass, Label, useIds } from './field.tsx'
import { Icon } from './icon.tsx'

type SelectProps = ComponentProps<'select'> & {
  label: string
  error?: string
  /** Shown while nothing is chosen. */
  placeholder?: string
  options: readonly (string | { value: string; label: string })[]
}

/** A labelled choice from a list, the browser's own: it suits a phone best. */
export function Select({ label, error, placeholder, options, className = '', ...select }: SelectProps) {
  const ids = useIds(select.id, error, undefined)
  return (
    <div className={className}>
      <Label htmlFor={ids.input}>{label}</Label>
      <div className="relative">
        <select {...select} {...ids.control} className={`${inputClass} appearance-none pr-10`}>
          {placeholder !== undefined && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) => {
            const { value, label } = typeof option === 'string' ? { value: option, label: option } : option
            return (
              <option key={value} value={value}>
                {label}
              </option>
            )
          })}
        </select>
        <span className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2">
          <Icon name="down" size={18} />
        </span>
      </div>
      <Below ids={ids} error={error} />
    </div>
  )
}
