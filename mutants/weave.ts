import type { Mutant } from './find.ts'

const isOn = (id: number) => `(globalThis.mutantIsOn?.(${id}) ?? false)`

/** The text of a file with all its mutants in it, each asleep until the runner wakes it. */
export function weave(text: string, mutants: readonly Mutant[]): string {
  const drizzle = mutants.some((one) => one.text.includes('drizzleOrm.'))
    ? "import * as drizzleOrm from 'drizzle-orm';"
    : ''
  return drizzle + part(text, mutants, 0, text.length)
}

function part(text: string, mutants: readonly Mutant[], from: number, to: number): string {
  const inside = mutants
    .filter(({ start, end }) => start >= from && end <= to)
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
  let at = from
  let woven = ''
  for (const { start, end } of inside) {
    if (start < at) continue
    const here = inside.filter((one) => one.start === start && one.end === end)
    const deeper = inside.filter((one) => !here.includes(one) && one.start >= start && one.end <= end)
    woven += text.slice(at, start) + choice(here, part(text, deeper, start, end))
    at = end
  }
  return woven + text.slice(at, to)
}

function choice(here: readonly Mutant[], otherwise: string): string {
  return here.reduceRight((rest, { id, kind, text }) => {
    if (kind === 'entry') return `${rest} if ${isOn(id)} return;`
    if (kind === 'statement') return `if ${isOn(id)} {} else { ${rest} }`
    return `(${isOn(id)} ? (${text}) : (${rest}))`
  }, otherwise)
}
