import { type ReactNode, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/select.tsx'

type Table<M extends string> = {
  titles: string[]
  rows: string[][]
  columns: (M | null)[]
  knownBy: 'title' | 'hand' | 'unknown'
}

type SheetColumnsProps<M extends string> = {
  table: Table<M>
  /** The possible contents of a column, in the owner's words. */
  meanings: Record<M, string>
  busy: boolean
  /** `columns` as the API takes them. */
  onSay: (columns: string) => void
  onBack: () => void
}

/** Which column of a list is which: each with its first values, and what the owner says that it holds. */
export function SheetColumns<M extends string>({ table, meanings, busy, onSay, onBack }: SheetColumnsProps<M>) {
  const [columns, setColumns] = useState<(string | null)[]>(table.columns)
  const options = [{ value: '', label: 'Gerekmiyor' }, ...named(meanings)]
  return (
    <div className="grid gap-4 text-sm">
      <p>
        {table.knownBy === 'unknown' && 'Bu dosyanın sütunları tanınmadı. '}
        Her sütunun ne olduğunu seçin; seçiminiz saklanır ve aynı biçimdeki dosyalarda kendiliğinden uygulanır.
      </p>
      <ul className="border-line border-t">
        {columns.map((column, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            key={index}
            className="border-line border-b py-3"
          >
            <fieldset className="grid items-center gap-x-4 gap-y-2 sm:grid-cols-2">
              <legend className="sr-only">{nameOf(table, index)}</legend>
              <div className="min-w-0">
                <p aria-hidden="true" className="break-words font-medium">
                  {nameOf(table, index)}
                </p>
                <p className="line-clamp-2 break-words text-muted">{valuesOf(table, index)}</p>
              </div>
              <Select
                label="Bu sütunda ne var?"
                value={column ?? ''}
                options={options}
                onChange={({ target }) => setColumns(columns.with(index, target.value || null))}
              />
            </fieldset>
          </li>
        ))}
      </ul>
      <ListEnd>
        <Button look="quiet" disabled={busy} onClick={onBack}>
          Vazgeç
        </Button>
        <Button disabled={busy} onClick={() => onSay(columns.map((column) => column ?? '').join(','))}>
          {busy ? 'Okunuyor…' : 'Bu sütunlarla oku'}
        </Button>
      </ListEnd>
    </div>
  )
}

/** The buttons below a list at the end of a dialog's body: in view however long the list is. */
export function ListEnd({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex flex-wrap justify-end gap-2 border-line border-t bg-surface p-4 sm:-mx-6 sm:px-6">
      {children}
    </div>
  )
}

/** Below a list that was read: the way to say that its columns are others. */
export function WrongColumns({ knownBy, onClick }: { knownBy: Table<string>['knownBy']; onClick: () => void }) {
  return (
    <p className="text-muted text-sm">
      {knownBy === 'hand' ? 'Sütunlar sizin seçtiğiniz gibi okundu.' : 'Sütunlar başlıklarından tanındı.'}{' '}
      <button
        type="button"
        onClick={onClick}
        className="min-h-11 cursor-pointer text-ink underline decoration-line underline-offset-4 hover:decoration-ink"
      >
        {knownBy === 'hand' ? 'Seçimi değiştir' : 'Sütunları kendim seçeyim'}
      </button>
    </p>
  )
}

function named<M extends string>(meanings: Record<M, string>) {
  return Object.entries<string>(meanings).map(([value, label]) => ({ value, label }))
}

function nameOf({ titles }: Table<string>, index: number): string {
  return titles[index] || `${index + 1}. sütun`
}

function valuesOf({ rows }: Table<string>, index: number): string {
  const values = rows.map((row) => row[index]).filter(Boolean)
  return values.slice(0, 3).join(' · ') || 'Boş'
}
