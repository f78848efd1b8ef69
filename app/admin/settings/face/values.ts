/** The values of a list of links, by the path that the server gives each field. */
export function entryValues(path: string, entries: { to: string; label: string }[]): Record<string, string> {
  return Object.fromEntries(
    entries.flatMap(({ to, label }, index) => [
      [`${path}.${index}.to`, to],
      [`${path}.${index}.label`, label],
    ]),
  )
}
