export const trapName = 'subject_line'

/** A field that nobody sees and no screen reader reads; programs that fill in every field give themselves away. */
export function Trap() {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Bu alanı boş bırakın
        <input name={trapName} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

/** The field's text; undefined for people, who do not see it. */
export function trapped(form: HTMLFormElement): string | undefined {
  const value = new FormData(form).get(trapName)
  return typeof value === 'string' && value !== '' ? value : undefined
}
