import { fold } from '../../turkish.ts'

/** Words that say nothing about a product. */
const empty = new Set(['ve', 'ile', 'icin', 'bir', 'urun', 'urunler', 'urunleri', 'model', 'modelleri'])
const mostTerms = 6

/** Splits typed text into search terms: folded, each once. */
export function searchTerms(q: string): string[] {
  const words = fold(q)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && word.length <= 40)
  const telling = words.filter((word) => !empty.has(word))
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, mostTerms)
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
  return [typed, ...stems(typed)].map((start) => `${start}%`)
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
