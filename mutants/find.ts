import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { damages } from './operators.ts'

/** A node of the syntax tree, as far as it is looked at here. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** One damage to one place of a source file. */
export type Mutant = {
  id: number
  file: string
  line: number
  start: number
  end: number
  /** How it is woven in: another value, a statement left out, or a statement before all others of a function. */
  kind: 'value' | 'statement' | 'entry'
  /** Whether it is reached once, while the file is loaded, and never again. */
  atLoad: boolean
  /** The replacement. */
  text: string
  was: string
}

export type Found = Omit<Mutant, 'id' | 'file' | 'line'>

/** Every damage that the operators know for a file, in the order of its text. */
export function findMutants(file: string, text = readFileSync(file, 'utf8')): Omit<Mutant, 'id'>[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const found: Found[] = []
  walk(program as unknown, [], (node, parents) => found.push(...damages(node, parents, text)))
  const seen = new Set<string>()
  return found
    .filter(({ start, end, text: instead, was }) => {
      const key = `${start} ${end} ${instead}`
      return instead !== was && !seen.has(key) && seen.add(key)
    })
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map((one) => ({ ...one, file, line: text.slice(0, one.start).split('\n').length }))
}

/** Types, names and imports decide nothing while the shop runs. */
const notRun = /^(TS(?!As|NonNull|Satisfies)|Import|ExportAll|ObjectPattern|ArrayPattern|Decorator)/

function walk(value: unknown, parents: Node[], visit: (node: Node, parents: Node[]) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, parents, visit)
  else if (isNode(value) && !notRun.test(value.type)) {
    visit(value, parents)
    for (const [key, child] of Object.entries(value)) {
      if (key === 'typeAnnotation' || key === 'typeArguments') continue
      if (key === 'key' && value.computed !== true) continue
      walk(child, [value, ...parents], visit)
    }
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The line of a mutant as it was and as it is damaged; of long ones the part around the damage. */
export function diffOf({ start, end, text, kind }: Mutant, source: string): [string, string] {
  const from = source.lastIndexOf('\n', start - 1) + 1
  const to = source.indexOf('\n', end)
  const instead = kind === 'statement' ? '' : text
  const whole = source.slice(0, start) + instead + source.slice(end)
  const flat = (line: string) => line.trim().replace(/\s+/g, ' ')
  const was = flat(source.slice(from, to))
  const is = flat(whole.slice(from, to + instead.length - (end - start)))
  let same = 0
  while (same < was.length && was[same] === is[same]) same++
  const first = was.length > 200 ? Math.max(0, same - 80) : 0
  return [was.slice(first, first + 200), is.slice(first, first + 200)]
}
