import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { findImages, type Image } from '../media/images.ts'
import { products } from './schema.ts'

/** A product as the panel names it in a group or an outfit; a draft too. */
export type ProductLine = {
  id: string
  name: string
  slug: string
  priceKurus: number | null
  published: boolean
  image: Image | undefined
}

/** The columns of a product's line; `withPictures` turns `main` into a picture. */
export const lineColumns = {
  id: products.id,
  name: products.name,
  slug: products.slug,
  priceKurus: products.priceKurus,
  published: sql<boolean>`${products.publishedAt} is not null`,
  main: sql<string | null>`${products.images}[1]`,
}

/** Puts its main picture into each row, in one query for any number of rows. */
export async function withPictures<T extends { main: string | null }>(ctx: Ctx, rows: T[]) {
  const pictures = await findImages(
    ctx,
    rows.flatMap(({ main }) => main ?? []),
  )
  return rows.map(({ main, ...line }) => ({ ...line, image: pictures.get(main ?? '') }))
}
