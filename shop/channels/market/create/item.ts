/** A size of the shop as a marketplace makes it, or why it cannot be sent. Pure. */

import { escapeXml } from '../../../markup.ts'
import { fold } from '../../../turkish.ts'
import type { MappedAttribute, MarketNamed, NewListing } from './contract.ts'

/** The size as the shop knows it. */
export type Piece = Omit<NewListing, 'attributes' | 'description' | 'title' | 'brandId' | 'categoryId' | 'desi'> & {
  name: string
  description: string
  color: string
  /** 'Bej' of 'Kum' */
  colorFamily: string
  size: string
}

type Asked = {
  title: string
  brandId: number
  desi: number
  categoryId: number
  attributes: MappedAttribute[]
  /** The values that the marketplace lists, by the id of the attribute. */
  values: Map<number, MarketNamed[]>
}

const mostImages = 8

export function listingOf(piece: Piece, asked: Asked): NewListing | string {
  const { name, color, colorFamily, size, ...rest } = piece
  if (!/^[\p{L}\d._-]{1,40}$/u.test(rest.barcode)) return 'Barkodda harf, rakam, nokta, tire dışında bir işaret var'
  if (rest.images.length === 0) return 'Görseli yok'
  if (rest.description === '') return 'Açıklaması yok'
  const attributes: NewListing['attributes'] = []
  for (const attribute of asked.attributes) {
    const filled = fill(attribute, piece, asked)
    if (typeof filled === 'string') return filled
    attributes.push(filled)
  }
  return {
    ...rest,
    title: name.slice(0, 100),
    description: escapeXml(rest.description).replaceAll('\n', '<br>').slice(0, 30_000),
    images: rest.images.slice(0, mostImages),
    ...{ brandId: asked.brandId, categoryId: asked.categoryId, desi: asked.desi, attributes },
  }
}

function fill({ id, name, allowCustom, from, valueId, text }: MappedAttribute, piece: Piece, asked: Asked) {
  if (from === 'fixed') return { id, ...(valueId === undefined ? { text: text ?? '' } : { valueId }) }
  const own = from === 'color' ? piece.color : piece.size
  const listed = asked.values.get(id) ?? []
  const named = (wanted: string) => listed.find((value) => fold(value.name).trim() === fold(wanted).trim())
  const found = named(own) ?? (from === 'color' ? named(piece.colorFamily) : undefined)
  if (found) return { id, valueId: found.id }
  if (allowCustom) return { id, text: own.slice(0, 50) }
  return `${asked.title} “${name}” için “${own}” değerini tanımıyor`
}
