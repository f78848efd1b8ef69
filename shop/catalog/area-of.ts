import { fold } from '../turkish.ts'
import type { Area } from './contract.ts'

const words: [Area, RegExp][] = [
  ['special', /^ozel\b/],
  ['aksesuar', /canta|aksesuar|cuzdan|kemer|sapka|\bsal\b|esarp|taki\b|kupe|kolye|bileklik|handbag|\bbag\b/],
  ['alt-giyim', /etek|pantolon|\bsort\b|tayt|jean|kot\b/],
]

/** Guesses a category's area from its name. */
export function areaOf(name: string): Area {
  const folded = fold(name)
  return words.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'ust-giyim'
}
