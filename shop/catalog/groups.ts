import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Ctx, inTransaction, newId, requireAdmin } from '../ctx.ts'
import { brokenConstraint, invalid, ShopError } from '../errors.ts'
import { findImages, type Image, imagesOf } from '../media/images.ts'
import { announceCatalogChange } from './changes.ts'
import type { NewProductGroup } from './contract.ts'
import { onSale } from './on-sale.ts'
import { productGroupMembers, productGroups, products, variants } from './schema.ts'

/** One colour of a design: a product of its own in the same group. */
export type ColorSibling = {
  id: string
  slug: string
  name: string
  color: string | null
  colorHex: string | null
  image: Image | undefined
  inStock: boolean
}

/** The colour siblings of each product, itself included, in the group's order; products without a group are absent. */
export async function findColorSiblings(ctx: Ctx, productIds: string[]): Promise<Map<string, ColorSibling[]>> {
  const result = new Map<string, ColorSibling[]>()
  if (productIds.length === 0) return result
  const asked = alias(productGroupMembers, 'asked')
  const rows = await ctx.db
    .select({
      askedId: asked.productId,
      id: products.id,
      slug: products.slug,
      name: products.name,
      images: products.images,
      color: sql<
        string | null
      >`(select v.color from ${variants} v where v.product_id = ${products.id} and v.retired_at is null order by v.position limit 1)`,
      colorHex: sql<
        string | null
      >`(select v.color_hex from ${variants} v where v.product_id = ${products.id} and v.retired_at is null order by v.position limit 1)`,
      inStock: sql<boolean>`exists (select 1 from ${variants} v where v.product_id = ${products.id} and v.retired_at is null and v.stock > 0)`,
    })
    .from(asked)
    .innerJoin(productGroupMembers, eq(productGroupMembers.groupId, asked.groupId))
    .innerJoin(products, and(eq(products.id, productGroupMembers.productId), onSale))
    .where(sql`${asked.productId} = any(${sql.param(productIds)}::uuid[])`)
    .orderBy(asc(productGroupMembers.position))
  const pictures = await findImages(
    ctx,
    rows.flatMap((row) => row.images.slice(0, 1)),
  )
  for (const { askedId, images, ...sibling } of rows) {
    ctx.seen?.add(sibling.id)
    const list = result.get(askedId) ?? []
    list.push({ ...sibling, image: imagesOf(pictures, images.slice(0, 1))[0] })
    result.set(askedId, list)
  }
  return result
}

/** Joins at least two products as colours of one design, in the given order. */
export async function createProductGroup(ctx: Ctx, input: NewProductGroup) {
  await requireAdmin(ctx)
  return inTransaction(ctx, async (ctx) => {
    const group = { id: newId(), name: input.name, createdAt: ctx.clock() }
    await ctx.db.insert(productGroups).values(group)
    await ctx.db
      .insert(productGroupMembers)
      .values([...new Set(input.productIds)].map((productId, position) => ({ groupId: group.id, productId, position })))
      .catch((error: unknown) => {
        switch (brokenConstraint(error)) {
          case 'product_group_members_product_id_key':
            throw new ShopError('CONFLICT', 'Seçilen ürünlerden biri zaten başka bir grupta.')
          case 'product_group_members_product_id_fk':
            throw invalid({ productIds: ['Seçilen ürünlerden biri bulunamadı'] })
          default:
            throw error
        }
      })
    await announceCatalogChange(ctx, { productIds: input.productIds })
    return group
  })
}
