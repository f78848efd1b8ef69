/** Looks as shoppers see them: of pieces on sale, at least two, and one of them in stock. */

import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { askRows, type Ctx, named } from '../../ctx.ts'
import { type Image, picturesOf } from '../../media/images.ts'
import { onSale } from '../on-sale.ts'
import { categories, products, variants } from '../schema.ts'
import { compareSizes } from '../sizes.ts'
import { lookPieces, looks } from './schema.ts'
import { looksTag } from './tag.ts'

/** Prices in kuruş. `choices`: what can be chosen and is in stock, 'M', or 'Kum, M' where it comes in several colors. */
export type LookPiece = {
  id: string
  slug: string
  name: string
  /** Its category's address and its area, where her size may be known by. */
  places: [string, string]
  image: Image | undefined
  priceKurus: number
  choices: string[]
}
/** A look as the landing page shows it: its pictures, and the piece on whose page it is chosen. */
export type FirstLook = {
  id: string
  title: string
  slug: string
  images: Image[]
  names: string[]
  totalKurus: number
}
export type ShownLook = { id: string; title: string; image?: Image; pieces: LookPiece[] }

/** More of them would push away what follows. */
const mostOnProduct = 2
const mostOnLanding = 3

/** The looks that a product is a piece of, in the owner's order. */
export async function findLooksOf(ctx: Ctx, productId: string): Promise<ShownLook[]> {
  const having = sql`${looks.id} in (select look_id from ${lookPieces} where product_id = ${productId})`
  return wornOf(await readLooks(ctx, having)).slice(0, mostOnProduct)
}

/** The first looks of the shop. */
export async function findFirstLooks(ctx: Ctx): Promise<FirstLook[]> {
  ctx.tags?.add(looksTag)
  const found: ShownLook[] = []
  for (let from = 0; found.length < mostOnLanding; from += readAtOnce) {
    const some = sql`${looks.id} in (
      select l.id from ${looks} l where exists (select from ${lookPieces} p where p.look_id = l.id)
      order by l.position, l.id limit ${readAtOnce} offset ${from})`
    const read = await readLooks(ctx, some)
    found.push(...wornOf(read))
    if (read.length < readAtOnce) break
  }
  return found.slice(0, mostOnLanding).map(firstOf)
}

/** More than are shown, as some may be sold out. */
const readAtOnce = mostOnLanding * 4

function firstOf({ id, title, image, pieces }: ShownLook): FirstLook {
  const at = pieces.find(({ choices }) => choices.length > 0) ?? pieces[0]
  const images = image ? [image] : pieces.flatMap(({ image }) => image ?? []).slice(0, 3)
  const totalKurus = pieces.reduce((sum, { priceKurus }) => sum + priceKurus, 0)
  return { id, title, slug: at?.slug ?? '', images, names: pieces.map(({ name }) => name), totalKurus }
}

type Row = {
  lookId: string
  title: string
  lookImages: Image[]
  images: Image[]
  shown: boolean
  colors: number
  stock: { color: string; size: string }[]
} & Omit<LookPiece, 'image' | 'choices' | 'places' | 'priceKurus'> & {
    category: string
    area: string
    priceKurus: number | null
  }

const ofProduct = sql`v.product_id = ${products.id} and v.retired_at is null`

/** Looks with what of their pieces is on sale with a price. */
async function readLooks(ctx: Ctx, where: SQL): Promise<ShownLook[]> {
  const rows = await askRows<Row>(
    ctx,
    ctx.db
      .select(
        named({
          ...{ lookId: looks.id, title: looks.title, lookImages: picturesOf(sql`array[${looks.imageId}]`) },
          ...{ id: products.id, slug: products.slug, name: products.name, priceKurus: products.priceKurus },
          ...{ category: categories.slug, area: categories.area },
          images: picturesOf(sql`${products.images}[1:1]`),
          shown: onSale,
          colors: sql`(select count(distinct v.color)::int from ${variants} v where ${ofProduct})`,
          stock: sql`(
            select coalesce(json_agg(distinct jsonb_build_object('color', v.color, 'size', v.size)), '[]')
            from ${variants} v where ${ofProduct} and v.stock > 0)`,
        }),
      )
      .from(looks)
      .innerJoin(lookPieces, eq(lookPieces.lookId, looks.id))
      .innerJoin(products, eq(products.id, lookPieces.productId))
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .where(where)
      .orderBy(asc(looks.position), asc(looks.id), asc(lookPieces.position)),
    { isByKeys: true },
  )
  // A draft too: the page changes when it comes on sale.
  for (const { id } of rows) ctx.tags?.add(id)
  return [...Map.groupBy(rows, ({ lookId }) => lookId)].flatMap(([id, [first, ...more]]) => {
    if (!first) return []
    const [image] = first.lookImages
    const pieces = [first, ...more].flatMap(pieceOf)
    return [{ id, title: first.title, ...(image && { image }), pieces }]
  })
}

function wornOf(read: ShownLook[]): ShownLook[] {
  return read.filter(({ pieces }) => pieces.length >= 2 && pieces.some(({ choices }) => choices.length > 0))
}

/** A piece that is not shown or has no price cannot be bought and is left out. */
function pieceOf({ id, slug, name, priceKurus, images, shown, colors, stock, ...row }: Row): LookPiece[] {
  if (!shown || priceKurus === null) return []
  const sorted = stock.sort((a, b) => a.color.localeCompare(b.color, 'tr') || compareSizes(a.size, b.size))
  const choices = sorted.map(({ color, size }) => (colors > 1 ? `${color}, ${size}` : size))
  return [{ id, slug, name, places: [row.category, row.area], image: images[0], priceKurus, choices }]
}
