import { useEffect, useRef } from 'react'
import { Checkbox } from '#app/ui/field.tsx'
import { columns } from './columns.ts'
import type { Columns } from './rows.tsx'

/** Which columns stand on a wide screen; on a phone there is no room to choose. */
export function ChooseColumns({ shown, onChoose }: { shown: Columns; onChoose: (ids: string[]) => void }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (details.current && !details.current.contains(target as Node)) details.current.open = false
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [])
  const ids: string[] = shown.map(({ id }) => id)
  return (
    <details
      ref={details}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') currentTarget.open = false
      }}
      className="relative max-md:hidden"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center rounded-xs border border-edge bg-surface px-3 text-sm">
        Sütunlar
      </summary>
      <div className="absolute right-0 z-20 grid w-56 gap-1 border border-line bg-surface p-4 shadow-2xl">
        {columns.map(({ id, title }) => (
          <Checkbox
            key={id}
            checked={ids.includes(id)}
            onChange={({ target }) => onChoose(target.checked ? [...ids, id] : ids.filter((one) => one !== id))}
          >
            {title}
          </Checkbox>
        ))}
      </div>
    </details>
  )
}
