/**
 * Sizes that are the same under other names: a 38 is an M, and an 'M/L' is for both. Only of clothes: a shoe in 38 is no M.
 * Pure, for the lists of the server and the browser alike.
 */

import type { Area } from '../contract.ts'

/** From small to large, each with its number. */
const letters = ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL'] as const
const numbers = ['34', '36', '38', '40', '42', '44', '46']
const otherNames: Record<string, string> = { '2XL': 'XXL', '3XL': 'XXXL' }

type Letter = (typeof letters)[number]

/** 'M' of 'm', 'M' and '38'; undefined for what is no such size. */
export function letterOf(size: string): Letter | undefined {
  const name = size.trim().toUpperCase()
  return letters[numbers.indexOf(name)] ?? letters.find((letter) => letter === (otherNames[name] ?? name))
}

/** Its place from small to large, 0 for XS; undefined for what is no such size. */
export function stepOfSize(size: string): number | undefined {
  const letter = letterOf(size)
  return letter && letters.indexOf(letter)
}

/** All names under which a size of a place is sold, its own first; ranges that hold it are among them. */
export function sameSizes(size: string, area: Area): string[] {
  const step = area === 'aksesuar' ? undefined : stepOfSize(size)
  if (step === undefined) return [size]
  const names = (at: number) => [letters[at], numbers[at]].filter((name) => name !== undefined)
  const other = Object.keys(otherNames).filter((name) => otherNames[name] === letters[step])
  const ranges = [step - 1, step].flatMap((from) => rangesOf(from))
  return [...new Set([size, ...names(step), ...other, ...ranges])]
}

/** 'S-M', 'S/M', '36-38' and '36/38' */
function rangesOf(from: number): string[] {
  return [letters, numbers].flatMap((names) => {
    const [small, large] = [names[from], names[from + 1]]
    return small && large ? [`${small}-${large}`, `${small}/${large}`] : []
  })
}

/** Whether a size is none: what comes in one for everybody says nothing of whom it fits. */
export function isOneSize(size: string): boolean {
  return /^(std|standart|standard|tek|tek (beden|ebat)|one size)$/i.test(size.trim())
}

/** 'S-M' and the like: for two sizes, none of its own. */
export function isRange(size: string): boolean {
  return letters.some((_, step) => rangesOf(step).includes(size.trim().toUpperCase()))
}
