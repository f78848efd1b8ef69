import { fold } from '../../turkish.ts'

/** Words that say nothing about a product. */
const empty = new Set(['ve', 'ile', 'icin', 'bir', 'urun', 'urunler', 'urunleri', 'model', 'modelleri'])
const mostTerms = 6

/** A search text as it is read: its terms, and the sizes that stand in it as words of their own. */
export type Wish = { terms: string[]; sizes: string[] }

/** Splits typed text into terms, folded, each once. 'elbise M', 'pantolon 38' and '38 beden' name a size. */
export function readWish(q: string): Wish {
  const words = fold(q)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && word.length <= 40)
  const sizes = new Set(words.filter((word, place) => isSize(word, words, place)))
  const rest = words.filter((word) => !sizes.has(word) && !(sizes.size > 0 && sizeWord.test(word)))
  const telling = rest.filter((word) => !empty.has(word))
  return {
    terms: [...new Set(telling.length > 0 ? telling : rest)].slice(0, mostTerms),
    sizes: [...sizes].map((size) => size.toUpperCase()).slice(0, mostTerms),
  }
}

const letterSize = /^(xs|s|m|l|x{1,3}l|[23]xl)$/
const numberSize = /^(3[2-9]|4[0-9]|5[0-6])$/
const sizeWord = /^(beden(i|de|ler)?|numara)$/

/** The sizes among words that no product has: '38 pantolon' where nothing is called 38. */
export function sizesAmong(unknown: string[]): string[] {
  return unknown.filter((word) => numberSize.test(word))
}

/** A number is a size as the last word or beside 'beden'; elsewhere it may belong to a name. */
function isSize(word: string, words: string[], place: number): boolean {
  if (letterSize.test(word)) return true
  if (!numberSize.test(word)) return false
  return place === words.length - 1 || words.some((other) => sizeWord.test(other))
}

/** Colors that are shown too, after the one that was asked for. */
const kin = new Map([
  ['kirmizi', ['bordo', 'kiremit', 'visne']],
  ['bordo', ['visne', 'kirmizi']],
  ['lacivert', ['mavi']],
  ['mavi', ['lacivert', 'indigo']],
  ['beyaz', ['ekru', 'krem']],
  ['krem', ['ekru', 'bej']],
  ['bej', ['krem', 'camel']],
  ['kahverengi', ['kahve', 'camel', 'taba']],
  ['pembe', ['pudra', 'fusya']],
  ['mor', ['lila', 'murdum']],
  ['gri', ['antrasit', 'fume']],
])

/** Returns the words of colors akin to the typed one. */
function akin(typed: string): string[] {
  return [typed, ...stems(typed)].flatMap((word) => kin.get(word) ?? [])
}

/** Turkish noun endings: plural, possessive and case ('elbise-ler-imiz-den'), or -li, -lik, -siz. */
const ending =
  /^(l[ae]r)?([iu]m|[iu]n|[iu]m[iu]z|[iu]n[iu]z|s?[iu]|y[iu]|n[iu])?(n?[dt][ae]n?|n?[iu]n|[yn]?[ae]|yl[ae]|l[ae])?$|^(l[iu]|l[iu]k|s[iu]z)(l[ae]r)?$/

function isEnding(text: string): boolean {
  return text !== '' && ending.test(text)
}

const hardened: Record<string, string> = { g: 'k', b: 'p', d: 't' }
const shortestStem = 3

/** Returns the stems that the word may be an inflection of: 'elbise' for 'elbiseler', 'etek' for 'etegi'. */
export function stems(word: string): string[] {
  const found: string[] = []
  for (let cut = word.length - 1; cut >= shortestStem; cut--) {
    if (!isEnding(word.slice(cut))) continue
    const stem = word.slice(0, cut)
    const hard = hardened[stem.at(-1) ?? '']
    found.push(stem, ...(hard ? [stem.slice(0, -1) + hard] : []))
  }
  return found
}

/** Letters from which on a word is recognizable with one wrong letter. */
const forgiving = 4

/** How well a product's word matches a typed word, from 1 (the same) to 0 (not at all). */
export function likeness(typed: string, word: string): number {
  if (word === typed) return 1
  if (typed.length >= 2 && word.startsWith(typed)) return isEnding(word.slice(typed.length)) ? 0.95 : 0.7
  const roots = stems(typed)
  if (roots.some((root) => word === root)) return 0.9
  if (roots.some((root) => word.startsWith(root) && isEnding(word.slice(root.length)))) return 0.85
  if (akin(typed).includes(word)) return 0.6
  if (typed.length < forgiving) return 0
  if (almost(typed, word)) return 0.5
  // Still being typed, or inflected, with a wrong letter in it.
  const beginning = [0, -1, 1].some((by) => {
    const start = word.slice(0, typed.length + by)
    return start.length >= forgiving && start.length < word.length && almost(typed, start)
  })
  return beginning || roots.some((root) => root.length >= forgiving && almost(root, word)) ? 0.4 : 0
}

/** A score of this or less is a guess, used only for words that nothing matches better. */
export const guess = 0.5

/** Whether the words differ by one letter: wrong, missing, too many, or two swapped. */
export function almost(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const left = a.slice(start, a.length - end)
  const right = b.slice(start, b.length - end)
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/** LIKE patterns that together match every sure match of the typed word. */
export function beginnings(typed: string): string[] {
  return [...[typed, ...stems(typed)].map((start) => `${start}%`), ...akin(typed)]
}

/**
 * LIKE patterns that together match every word that may be meant by a typing error. One wrong letter leaves either the
 * beginning or the end of a word unchanged, so the rest of the vocabulary need not be read.
 */
export function halves(typed: string): string[] {
  const wholes = [typed, ...stems(typed)].filter((word) => word.length >= forgiving)
  const patterns = wholes.flatMap((whole) => {
    const part = Math.max(Math.floor(whole.length / 2) - 1, 1)
    return [`${whole.slice(0, part)}%`, `%${whole.slice(-part)}`]
  })
  // A word that is still being typed has no end yet; its middle stays the same.
  return typed.length >= forgiving ? [...patterns, `_${typed.slice(1, 3)}%`, `${typed.slice(1, 3)}%`] : patterns
}
