/** One line of what the doctor saw: `wrong` must be mended, `warning` should be looked at. */
export type Finding = { state: 'ok' | 'warning' | 'wrong'; about: string; text: string }

/** Makes findings about one thing. */
export function about(what: string) {
  const finding =
    (state: Finding['state']) =>
    (text: string): Finding => ({ state, about: what, text })
  return { ok: finding('ok'), warning: finding('warning'), wrong: finding('wrong') }
}

/** The innermost cause in words; several tries to connect are summed up by the first. */
export function reasonOf(error: unknown): string {
  let e = error
  while (e instanceof Error && e.cause) e = e.cause
  if (e instanceof AggregateError && e.errors.length > 0) e = e.errors[0]
  return e instanceof Error ? e.message || ('code' in e ? String(e.code) : e.name) : String(e)
}
