import type { Area } from '../../catalog/contract.ts'
import { fold } from '../../turkish.ts'

/** Ids of Google's product taxonomy (taxonomy-with-ids, version 2021-09-21, the last one published). */
const named: [RegExp, number][] = [
  [/elbise|dress/, 2271],
  [/etek|skirt/, 1581],
  [/tayt|pantolon|jean|kot\b|trouser|pants/, 204],
  [/\bsort\b|shorts/, 207],
  [/tulum|jumpsuit/, 5250],
  [/takim|\bset\b/, 7313],
  [/yelek|vest/, 1831],
  [/ceket|mont|kaban|trenc|coat|jacket/, 5598],
  [/canta|bag/, 3032],
  [/cuzdan|wallet/, 2668],
  [/kemer|belt/, 169],
  [/sapka|bere|\bhat\b/, 173],
  [/\bsal\b|esarp|fular|scarf/, 177],
  [/kupe|earring/, 194],
  [/kolye|necklace/, 196],
  [/bileklik|bracelet/, 191],
  [/taki|jewel/, 188],
  [/ayakkabi|bot\b|cizme|sandalet|shoe/, 187],
  [/mayo|bikini/, 211],
  [/pijama|gecelik/, 208],
]

/** By the words of its category and name; otherwise the widest that is true of its area. */
export function taxonomyOf(product: { name: string; category: { name: string; area: Area } }): number {
  const { category, name } = product
  const found = [category.name, name].flatMap((words) => {
    const folded = fold(words)
    return named.find(([pattern]) => pattern.test(folded))?.[1] ?? []
  })
  if (found[0]) return found[0]
  return { 'ust-giyim': 212, 'alt-giyim': 1604, aksesuar: 167, special: 1604 }[category.area]
}

/** Pieces that have no size: nobody is asked for one. */
export function isClothing(taxonomy: number): boolean {
  return [2271, 1581, 204, 207, 5250, 7313, 1831, 5598, 212, 1604, 187, 211, 208].includes(taxonomy)
}
