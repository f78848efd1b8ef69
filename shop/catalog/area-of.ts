import { fold } from '../turkish.ts'
import type { Area } from './contract.ts'

export const areaNames: Record<Area, string> = {
  'ust-giyim': 'Üst Giyim',
  'alt-giyim': 'Alt Giyim',
  aksesuar: 'Aksesuar',
  special: 'Özel Koleksiyon',
}

const words: [Area, RegExp][] = [
  ['special', /^ozel\b/],
  ['aksesuar', /canta|aksesuar|cuzdan|kemer|sapka|\bsal\b|esarp|taki\b|kupe|kolye|bileklik|handbag|\bbags?\b|accessor/],
  ['alt-giyim', /etek|pantolon|\bsort\b|tayt|jean|kot\b|skirt|trouser|\bpants\b/],
]

/** Guesses a category's area from its name, Turkish or English. */
export function areaOf(name: string): Area {
  const folded = fold(name)
  return words.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'ust-giyim'
}
