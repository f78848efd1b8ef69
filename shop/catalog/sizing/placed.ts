/**
 * A shopper's size in one place of the shop, as it stands in a list's address beside other sizes: 'ust-giyim:M' asks for M, and
 * whatever else an M is called, of the area; 'elbise:L' for L of a category, whose area is then not asked for it.
 */

import type { Area } from '../contract.ts'
import { sameSizes } from './same-sizes.ts'

/** Sizes that count in these categories only. */
export type PlacedSizes = { categoryIds: string[]; sizes: string[] }

type Place = { id: string; slug: string; area: Area }

/** An area or the slug of a category, and a size there. */
export type OwnSize = { place: string; size: string }

export function writeOwnSize({ place, size }: OwnSize): string {
  return `${place}:${size}`
}

/** Undefined for a size that is asked for everywhere. */
export function readOwnSize(text: string): OwnSize | undefined {
  const [, place, size] = /^([a-z0-9-]+):(.+)$/.exec(text) ?? []
  return place && size ? { place, size } : undefined
}

/** Whether there is such a size among them. */
export function hasOwnSize(sizes: string[]): boolean {
  return sizes.some(readOwnSize)
}

/**
 * Her own sizes among the ones asked for, as they count in these categories; those of other places are left out. Other names of a size
 * are asked for only if the shop sells them: the database compares each with every choice of a product.
 */
export function placeSizes(asked: string[], categories: Place[], sold: ReadonlySet<string>): PlacedSizes[] {
  const own = asked.flatMap((text) => readOwnSize(text) ?? [])
  const names = new Set(own.map(({ place }) => place))
  const placed = [...names].map((place) => {
    const among = categories.filter(({ slug, area }) => (slug === place ? true : area === place && !names.has(slug)))
    const area = among[0]?.area ?? 'ust-giyim'
    const sizes = own
      .filter((one) => one.place === place)
      .flatMap(({ size }) => sameSizes(size, area).filter((name) => name === size || sold.has(name)))
    return { categoryIds: among.map(({ id }) => id), sizes: [...new Set(sizes)] }
  })
  return placed.filter(({ categoryIds }) => categoryIds.length > 0)
}

/** Without her own sizes of other places than these categories, which would leave nothing. */
export function sizesAt(asked: string[], categories: Place[]): string[] {
  return asked.filter((text) => {
    const own = readOwnSize(text)
    return !own || categories.some(({ slug, area }) => own.place === slug || own.place === area)
  })
}
