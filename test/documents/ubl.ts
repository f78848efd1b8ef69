import { readFileSync } from 'node:fs'

export type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] }

/**
 * The children of the elements that drafts use, in their order, those that must be there with an exclamation mark: from OASIS'
 * UBL-Invoice-2.1.xsd and UBL-CommonAggregateComponents-2.1.xsd (UBL 2.1, OASIS Standard, 4 November 2013).
 */
const sequences: Record<string, string> = JSON.parse(readFileSync(`${import.meta.dirname}/ubl-2.1.json`, 'utf8'))

/** Reads the XML of a draft, which has neither comments nor mixed content; throws when an element is not closed. */
export function elementsOf(xml: string): Element {
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  for (const [, close, name = '', attributes = '', text = ''] of xml.matchAll(/<(\/?)([\w:]+)([^>]*)>([^<]*)/g)) {
    if (close) {
      const closed = open.pop()
      if (closed?.name !== name) throw new Error(`${closed?.name} ends as ${name}`)
      continue
    }
    const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value])
    const element: Element = { name, attributes: Object.fromEntries(pairs), text, children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  }
  const [invoice] = root.children
  if (!invoice || open.length > 1) throw new Error('no whole document')
  return invoice
}

/** The schema's complaints: elements that it does not know there, in the wrong order, or missing. */
export function faultsOf(element: Element): string[] {
  const type = element.name.replace(/^\w+:/, '')
  const sequence = sequences[type]?.split(' ')
  if (!sequence) return element.children.length > 0 ? [`${type} has children`] : []
  const known = sequence.map((name) => name.replace('!', ''))
  const names = element.children.map(({ name }) => name.replace(/^\w+:/, ''))
  const places = names.map((name) => known.indexOf(name))
  return [
    ...names.filter((name) => !known.includes(name)).map((name) => `${type} has no ${name}`),
    ...names
      .filter((_, i) => (places[i] ?? 0) < (places[i - 1] ?? 0))
      .map((name) => `${name} comes too late in ${type}`),
    ...sequence
      .filter((name) => name.endsWith('!') && !names.includes(name.slice(0, -1)))
      .map((name) => `${type} lacks ${name.slice(0, -1)}`),
    ...element.children.flatMap(faultsOf),
  ]
}

/** The elements at a path such as 'InvoiceLine/Item/Name'. */
export function at(element: Element, path: string): Element[] {
  const [first, ...rest] = path.split('/')
  const found = element.children.filter(({ name }) => name.replace(/^\w+:/, '') === first)
  return rest.length === 0 ? found : found.flatMap((child) => at(child, rest.join('/')))
}

export function textsAt(element: Element, path: string): string[] {
  return at(element, path).map(({ text }) => text)
}
