/** A Google product feed, RSS 2.0 or Atom, as a table: a column for each of its elements. */

import { Parser } from 'saxen'
import type { Row } from '../../sheets/rows.ts'
import { unreadable } from '../../sheets/rows.ts'

const mostItems = 50_000
/** Elements that may stand several times; their values are parted by lines. */
const several = '\n'

/** Nothing outside the file is read and nothing in it is expanded: a document type or an entity of its own is refused. */
export function readFeed(bytes: Uint8Array): Row[] {
  const text = new TextDecoder().decode(bytes)
  if (/<!(DOCTYPE|ENTITY)|\0|&#(0+|x0+);/i.test(text)) throw broken()
  const items = itemsIn(text)
  if (items.length === 0) throw unreadable('Bu XML dosyasında ürün yok; Google ürün akışı (RSS ya da Atom) yükleyin')
  const header = [...new Set(items.flatMap((item) => [...item.keys()]))]
  return [header, ...items.map((item) => header.map((name) => item.get(name) ?? ''))]
}

function itemsIn(text: string): Map<string, string>[] {
  const items: Map<string, string>[] = []
  let item: Map<string, string> | undefined
  let name = ''
  let value = ''
  let depth = 0
  const parser = new Parser()
  parser.on('openTag', (element: string) => {
    if (item) {
      depth++
      if (depth === 1) [name, value] = [element, '']
    } else if (element === 'item' || element === 'entry') {
      item = new Map()
      depth = 0
    }
  })
  parser.on('text', (part: string, decode: (text: string) => string) => {
    if (item && depth > 0) value += decode(part)
  })
  parser.on('cdata', (part: string) => {
    if (item && depth > 0) value += part
  })
  parser.on('closeTag', (element: string) => {
    if (!item) return
    if (depth === 1) {
      const before = item.get(name)
      if (value.trim()) item.set(name, before ? `${before}${several}${value.trim()}` : value.trim())
    } else if (depth === 0 && (element === 'item' || element === 'entry')) {
      items.push(item)
      if (items.length > mostItems) throw unreadable('Dosyada en çok 50.000 ürün olabilir; dosyayı bölerek yükleyin')
      item = undefined
      return
    }
    depth--
  })
  parser.on('error', () => {
    throw broken()
  })
  parser.parse(text)
  if (item) throw broken()
  return items
}

function broken() {
  return unreadable('Bu XML dosyası okunamadı; mağazanızdan yeniden indirin')
}
