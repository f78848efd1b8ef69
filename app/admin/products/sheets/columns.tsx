import { useState } from 'react'
import type { WireReadImport } from '#api/wire/admin/imports.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Select } from '#app/ui/select.tsx'
import { fieldNames, type ImportField, type ImportMapping, importFields } from '#shop/imports/contract.ts'

const options = [
  { value: '', label: 'Alınmasın' },
  ...fieldNames.map((field) => ({ value: field, label: importFields[field] })),
]

type ColumnsProps = {
  columns: WireReadImport['columns']
  busy: boolean
  /** Left out once the file is no longer at hand. */
  onMap?: (mapping: ImportMapping) => void
}

/** Which field each column of the file holds; the owner's choice is kept for the next file of this kind. */
export function Columns({ columns, busy, onMap }: ColumnsProps) {
  const [chosen, setChosen] = useState<Record<string, ImportField | ''>>({})
  const unknown = columns.filter(({ field }) => field === null).length
  const changed = Object.keys(chosen).length > 0
  return (
    <details className="group mb-6 border-line border-y bg-surface">
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 px-3 font-medium">
        <span>
          Sütunlar: {columns.length - unknown} tanındı{unknown > 0 && `, ${unknown} alınmıyor`}
        </span>
        <span className="group-open:rotate-180">
          <Icon name="down" size={18} />
        </span>
      </summary>
      <div className="grid gap-4 px-3 pb-4">
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {columns.map(({ title, field }, index) => (
            <Select
              // biome-ignore lint/suspicious/noArrayIndexKey: a file may call two columns alike
              key={index}
              label={title || `${index + 1}. sütun`}
              value={chosen[title] ?? field ?? ''}
              disabled={!onMap || busy}
              options={options}
              onChange={({ target }) => setChosen({ ...chosen, [title]: target.value as ImportField | '' })}
            />
          ))}
        </div>
        {onMap ? (
          <Button
            look="secondary"
            className="justify-self-end"
            disabled={busy || !changed}
            onClick={() =>
              onMap(Object.fromEntries(Object.entries(chosen).map(([title, field]) => [title, field || null])))
            }
          >
            {busy ? 'Okunuyor…' : 'Bu eşlemeyle yeniden oku'}
          </Button>
        ) : (
          <p className="text-muted text-sm">Eşlemeyi değiştirmek için dosyayı yeniden yükleyin.</p>
        )}
      </div>
    </details>
  )
}
