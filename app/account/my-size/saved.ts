/**
 * 'Bedenim': what a shopper told of her sizes, kept in this browser. Her account keeps it too once she is signed in (server.ts).
 * No page's server reads it: her size reaches a list only in its address.
 */

import { readStored, useStored, writeStored } from '#app/browser/browser-storage.ts'
import { readOwnSize, writeOwnSize } from '#shop/catalog/sizing/placed.ts'
import { type Body, measureNames, readMeasure } from '#shop/sizes/measures.ts'

/** By place of the shop: an area, or the slug of a category. `at`: when she told it. */
export type MySize = { sizes: Record<string, string[]>; body: Body; at: string }

const key = 'bedenim'

export const noBody: Body = { bust: null, waist: null, hips: null, height: null }

export const findMySize = () => parse(readStored(key))

/** Undefined on the server and while hydrating. */
export function useMySize(): MySize | undefined {
  return parse(useStored(key))
}

/** Undefined forgets it. */
export function keepMySize(mine: MySize | undefined): void {
  writeStored(key, mine ? JSON.stringify(mine) : null)
}

let lastText: string | null = null
let last: MySize | undefined

/** The same object as long as the text is the same; what is not hers to read is as if it were not there. */
function parse(text: string | null): MySize | undefined {
  if (text === lastText) return last
  lastText = text
  last = undefined
  try {
    const value = JSON.parse(text ?? 'null') as Partial<MySize> | null
    if (value?.sizes && typeof value.sizes === 'object') last = cleaned(value)
  } catch {
    // Forgotten.
  }
  return last
}

function cleaned({ sizes = {}, body, at }: Partial<MySize>): MySize {
  const read = measureNames.map((name) => [name, readMeasure(name, String(body?.[name] ?? '')) ?? null])
  return {
    sizes: Object.fromEntries(
      Object.entries(sizes).flatMap(([place, list]) => {
        const known = Array.isArray(list) ? list.filter((size) => typeof size === 'string' && size !== '') : []
        return known.length > 0 ? [[place, known]] : []
      }),
    ),
    body: Object.fromEntries(read) as Body,
    at: typeof at === 'string' ? at : '',
  }
}

/** Both together: what was told later counts, and what it does not say comes from the other. */
export function joinSizes(one: MySize | undefined, other: MySize | undefined): MySize | undefined {
  if (!one || !other) return one ?? other
  const [older, newer] = one.at <= other.at ? [one, other] : [other, one]
  const body = Object.fromEntries(measureNames.map((name) => [name, newer.body[name] ?? older.body[name]])) as Body
  return { sizes: { ...older.sizes, ...newer.sizes }, body, at: newer.at }
}

/** Her sizes of a piece: those of its category, or else of its area. */
export function sizesFor({ slug, area }: { slug: string; area: string }, mine = findMySize()): string[] {
  return mine?.sizes[slug] ?? mine?.sizes[area] ?? []
}

/** Her sizes as an address asks for them: of an area and its categories, or of all. */
export function asksFor(mine: MySize | undefined, within?: { area: string; categories: string[] }): string[] {
  return Object.entries(mine?.sizes ?? {})
    .filter(([place]) => !within || place === within.area || within.categories.includes(place))
    .flatMap(([place, sizes]) => sizes.map((size) => writeOwnSize({ place, size })))
}

/** 'M', or 'M, 38' where they differ from place to place. */
export function nameSizes(asked: string[]): string {
  return [...new Set(asked.flatMap((text) => readOwnSize(text)?.size ?? []))].join(', ')
}
