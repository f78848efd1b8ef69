import { useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { SortableList } from '../../parts/sorting/sortable-list.tsx'
import { LinkField, usePages } from './link-field.tsx'

type Entry = { to: string; label: string }

type EntriesProps = {
  entries: Entry[]
  /** The path of the list, as the server names what is wrong in it. */
  path: string
  most: number
  longest: number
  words: { add: string; entry: string; link: string }
  wrong: (name: string) => string | undefined
  onChange: (entries: Entry[]) => void
}

/** Links with words of their own, in an order of the owner's. */
export function Entries({ entries, path, most, longest, words, wrong, onChange }: EntriesProps) {
  const ids = useIds(entries.length)
  const pages = usePages()
  const items = entries.map((entry, index) => ({
    id: ids.of(index),
    name: entry.label || `${index + 1}. ${words.entry}`,
    entry,
    index,
  }))
  const set = (index: number, changed: Partial<Entry>) =>
    onChange(entries.map((entry, at) => (at === index ? { ...entry, ...changed } : entry)))
  /** A page that is chosen brings its name along, where nothing was written. */
  const choose = (index: number, { label }: Entry, to: string) =>
    set(index, { to, label: label || (pages.find((page) => page.to === to)?.name ?? '') })
  return (
    <div>
      {wrong(path) && (
        <p role="alert" className="mb-3 text-bad text-sm">
          {wrong(path)}
        </p>
      )}
      {entries.length > 0 && (
        <SortableList
          items={items}
          onOrder={(sorted) => {
            ids.order(sorted.map(({ id }) => id))
            onChange(sorted.map(({ entry }) => entry))
          }}
          className="divide-y divide-line border-line border-y"
        >
          {({ name, entry, index }, { grip, arrows }) => (
            <div className="grid gap-3 py-3">
              <div className="flex items-center gap-2">
                {grip}
                <span className="min-w-0 grow break-words font-medium">{name}</span>
                {arrows}
                <Button
                  look="quiet"
                  aria-label={`${name}: kaldır`}
                  onClick={() => {
                    ids.remove(index)
                    onChange(entries.toSpliced(index, 1))
                  }}
                >
                  Kaldır
                </Button>
              </div>
              <div className="grid items-start gap-3 px-1 pb-2 sm:ml-12 sm:grid-cols-2">
                <Field
                  label="Söz"
                  value={entry.label}
                  maxLength={longest}
                  autoComplete="off"
                  error={wrong(`${path}.${index}.label`)}
                  onChange={({ target }) => set(index, { label: target.value })}
                />
                <LinkField
                  label="Bağlantı"
                  value={entry.to}
                  example={words.link}
                  error={wrong(`${path}.${index}.to`)}
                  onChange={(to) => choose(index, entry, to)}
                />
              </div>
            </div>
          )}
        </SortableList>
      )}
      {entries.length < most && (
        <Button
          look="secondary"
          size="small"
          className="mt-3"
          onClick={() => onChange([...entries, { to: '', label: '' }])}
        >
          {words.add}
        </Button>
      )}
    </div>
  )
}

/** Rows have no ids of their own: what is written in one would jump to another when they are moved. */
function useIds(count: number) {
  const next = useRef(0)
  const [ids, setIds] = useState<string[]>([])
  const known =
    ids.length >= count ? ids : [...ids, ...Array.from({ length: count - ids.length }, () => `${next.current++}`)]
  if (known !== ids) setIds(known)
  return {
    of: (index: number) => known[index] ?? '',
    order: setIds,
    remove: (index: number) => setIds(known.toSpliced(index, 1)),
  }
}
