import { useEffect, useRef, useState } from 'react'
import { inputClass } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'

type SearchBoxProps = { label: string; placeholder: string; q: string; onSearch: (q: string) => void }

/**
 * Searches when the typing stops or the box is left: a search that came after a press on a row would take her back from where that leads.
 * Follows the address when that changes by itself. On a phone it has a line of its own: its hint is long.
 */
export function SearchBox({ label, placeholder, q, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(q)
  // Searches of this box that the address has or is about to have. The address follows later: by then more may be typed, and a
  // space at the end is not in it.
  const searched = useRef([q])
  useEffect(() => {
    const at = searched.current.indexOf(q)
    searched.current = at < 0 ? [q] : searched.current.slice(at)
    if (at < 0) setText(q)
  }, [q])
  function search() {
    const typed = text.trim()
    if (typed === searched.current.at(-1)) return
    searched.current.push(typed)
    onSearch(typed)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches when the typing stops
  useEffect(() => {
    const stopped = setTimeout(search, 300)
    return () => clearTimeout(stopped)
  }, [text])
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={search}
      className={`${inputClass} min-h-11! min-w-40 flex-1 max-sm:basis-full sm:max-w-96`}
    />
  )
}

type FilterProps<Value extends string> = {
  label: string
  value: Value
  options: { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** One choice that narrows a list, or names a part of it. */
export function Filter<Value extends string>({ label, value, options, onChange }: FilterProps<Value>) {
  return (
    <span className="relative max-w-full">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        className={`${inputClass} min-h-11! w-auto! max-w-full appearance-none pr-10`}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <span className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2">
        <Icon name="down" size={18} />
      </span>
    </span>
  )
}
