import { fold } from '#shop/turkish.ts'
import { settingsPath, settingsSections } from './groups.ts'

/** A place in the settings: a section, or one field of it. */
export type SettingsHit = { to: string; label: string; about: string; section: string }

/** The results of a search, the best first: names of sections, then fields, then what the sections are about. */
export function searchSettings(q: string): SettingsHit[] {
  const words = fold(q).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const holds = (text: string) => words.every((word) => fold(text).includes(word))
  const starts = (text: string) => holds(text) && fold(text).startsWith(words[0] ?? '')
  // 'marka telefon': a field with the name of its section before it.
  const isIn = (label: string, field: string) =>
    holds(`${label} ${field}`) && words.some((word) => fold(field).includes(word) && !fold(label).includes(word))
  const found = settingsSections.flatMap((section) => {
    const { id, label, sentence, fields, words: other = '', group } = section
    const fieldHits = fields
      .filter((field) => holds(field) || isIn(label, field))
      .map((field) => ({
        hit: { to: settingsPath(id, field), label: field, about: label, section: id },
        rank: starts(field) ? 1 : 3,
      }))
    const rank = starts(label)
      ? 0
      : holds(label)
        ? 2
        : holds(`${label} ${sentence} ${other}`)
          ? 4
          : holds(`${group} ${label} ${sentence} ${other}`)
            ? 5
            : undefined
    const own = rank === undefined ? [] : [{ hit: { to: settingsPath(id), label, about: sentence, section: id }, rank }]
    return [...own, ...fieldHits]
  })
  return found.toSorted((a, b) => a.rank - b.rank).map(({ hit }) => hit)
}
