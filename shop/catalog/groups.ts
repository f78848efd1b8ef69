import { and, asc, eq, inArray, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { announceCatalogChange } from '../catalog-changes.ts'
import { askRows, type Ctx, fixed, inTransaction, isId, newId, requireRight } from '../ctx.ts'
import { brokenConstraint, conflict, invalid, notFound, refuseStale, type ShopError } from '../errors.ts'
import { type Image, picturesOf } from '../media/images.ts'
import type { NewProductGroup, ProductGroupChange } from './contract.ts'
import { noteChange } from './edits/catalog-audit.ts'
import { onSale } from './on-sale.ts'
import { lineColumns, type ProductLine, withPictures } from './product-lines.ts'
import { productGroupMembers, productGroups, products, variants } from './schema.ts'

/** One color of a design: a product of its own in the same group. */
export type ColorSibling = {
  id: string
  slug: string
  name: string
  color: string | null
  colorHex: string | null
  image: Image | undefined
  inStock: boolean
}

type SiblingRow = Pick<ColorSibling, 'id' | 'slug' | 'name'> & {
  askedId: string
  images: Image[]
  look: Pick<ColorSibling, 'color' | 'colorHex' | 'inStock'>
}

const ofProduct = and(eq(variants.productId, products.id), isNull(variants.retiredAt))

const asked = alias(productGroupMembers, 'asked')
const first = (column: SQLWrapper) => sql`(array_agg(${column} order by ${variants.position}))[1]`
const look = sql`json_build_object('color', ${first(variants.color)}, 'colorHex', ${first(variants.colorHex)},
  'inStock', coalesce(bool_or(${variants.stock} > 0), false))`
const siblingColumns = fixed({
  askedId: asked.productId,
  id: products.id,
  slug: products.slug,
  name: products.name,
  images: picturesOf(sql`${products.images}[1:1]`),
  look: sql`(select ${look} from ${variants} where ${ofProduct})`,
})

/** Returns the color siblings of each product, itself included, in the group's order; products without a group are absent. */
export async function findColorSiblings(ctx: Ctx, productIds: string[]): Promise<Map<string, ColorSibling[]>> {
  const result = new Map<string, ColorSibling[]>()
  if (productIds.length === 0) return result
  const rows = await askRows<SiblingRow>(
    ctx,
    ctx.db
      .select(siblingColumns)
      .from(asked)
      .innerJoin(productGroupMembers, eq(productGroupMembers.groupId, asked.groupId))
      .innerJoin(products, and(eq(products.id, productGroupMembers.productId), onSale))
      .where(sql`${asked.productId} = any(${sql.param(productIds)}::uuid[])`)
      .orderBy(asc(productGroupMembers.position)),
    { isByKeys: true },
  )
  for (const { askedId, images, look, ...sibling } of rows) {
    ctx.tags?.add(sibling.id)
    const list = result.get(askedId) ?? []
    list.push({ ...sibling, ...look, image: images[0] })
    result.set(askedId, list)
  }
  return result
}

export type AdminGroup = {
  id: string
  name: string
  createdAt: Date
  members: ProductLine[]
}

/** Returns all groups by name with their products in order, drafts too. */
export async function listProductGroups(ctx: Ctx): Promise<AdminGroup[]> {
  requireRight(ctx, 'catalog')
  return readGroups(ctx)
}

/** Joins at least two products as colors of one design, in the given order. */
export async function createProductGroup(ctx: Ctx, input: NewProductGroup): Promise<AdminGroup> {
  requireRight(ctx, 'catalog')
  return inTransaction(ctx, async (ctx) => {
    const group = { id: newId(), name: input.name, createdAt: ctx.clock() }
    await ctx.db.insert(productGroups).values(group)
    await joinMembers(ctx, group.id, input.productIds)
    const created = await getGroup(ctx, group.id)
    await noteChange(ctx, { action: 'group.create', subject: group, after: factsOf(created) })
    await announceCatalogChange(ctx, { productIds: input.productIds })
    return created
  })
}

/** Gives a group its name and exactly these products in this order. EDIT_CONFLICT when it is no longer as it was read. */
export async function updateProductGroup(
  ctx: Ctx,
  id: string,
  { seen, ...input }: ProductGroupChange,
): Promise<AdminGroup> {
  requireRight(ctx, 'catalog')
  return inTransaction(ctx, async (ctx) => {
    const before = await lockGroup(ctx, id)
    const now = { name: before.name, productIds: before.members.map((member) => member.id) }
    refuseStale(before.name, { seen, now, wanted: input })
    await ctx.db.update(productGroups).set({ name: input.name }).where(eq(productGroups.id, id))
    await ctx.db.delete(productGroupMembers).where(eq(productGroupMembers.groupId, id))
    await joinMembers(ctx, id, input.productIds)
    const after = await getGroup(ctx, id)
    await noteChange(ctx, { action: 'group.update', subject: after, before: factsOf(before), after: factsOf(after) })
    const productIds = [...before.members.map((member) => member.id), ...input.productIds]
    await announceCatalogChange(ctx, { productIds })
    return after
  })
}

/** Deletes the group; its products stay. */
export async function deleteProductGroup(ctx: Ctx, id: string): Promise<void> {
  requireRight(ctx, 'catalog')
  await inTransaction(ctx, async (ctx) => {
    const group = await lockGroup(ctx, id)
    await ctx.db.delete(productGroups).where(eq(productGroups.id, id))
    await noteChange(ctx, { action: 'group.delete', subject: group, before: factsOf(group) })
    await announceCatalogChange(ctx, { productIds: group.members.map((member) => member.id) })
  })
}

/** Takes a product out of its group, which is deleted when it would join less than two. */
export async function leaveGroup(ctx: Ctx, groupId: string, productId: string): Promise<void> {
  const group = await lockGroup(ctx, groupId)
  await ctx.db.delete(productGroupMembers).where(eq(productGroupMembers.productId, productId))
  if (group.members.filter(({ id }) => id !== productId).length >= 2) return
  await ctx.db.delete(productGroups).where(eq(productGroups.id, groupId))
  await noteChange(ctx, { action: 'group.delete', subject: group, before: factsOf(group) })
}

async function joinMembers(ctx: Ctx, groupId: string, productIds: string[]): Promise<void> {
  const ids = [...new Set(productIds)]
  const known = await ctx.db
    .select({ id: products.id, name: products.name, groupId: productGroupMembers.groupId })
    .from(products)
    .leftJoin(productGroupMembers, eq(productGroupMembers.productId, products.id))
    .where(and(inArray(products.id, ids), isNull(products.deletedAt)))
  if (known.length < ids.length) throw invalid({ productIds: ['Seçilen ürünlerden biri bulunamadı'] })
  const taken = known.find((product) => product.groupId !== null)
  if (taken) throw inAnotherGroup(`“${taken.name}” zaten başka bir grupta.`)
  await ctx.db
    .insert(productGroupMembers)
    .values(ids.map((productId, position) => ({ groupId, productId, position })))
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== 'product_group_members_product_id_key') throw error
      throw inAnotherGroup('Seçilen ürünlerden biri zaten başka bir grupta.')
    })
}

function inAnotherGroup(message: string): ShopError {
  return conflict({ productIds: [message] })
}

async function lockGroup(ctx: Ctx, id: string): Promise<AdminGroup> {
  if (!isId(id)) throw missingGroup()
  await ctx.db.select({ id: productGroups.id }).from(productGroups).where(eq(productGroups.id, id)).for('update')
  return getGroup(ctx, id)
}

async function getGroup(ctx: Ctx, id: string): Promise<AdminGroup> {
  const [group] = await readGroups(ctx, id)
  if (!group) throw missingGroup()
  return group
}

function missingGroup() {
  return notFound('Ürün grubu bulunamadı.')
}

async function readGroups(ctx: Ctx, id?: string): Promise<AdminGroup[]> {
  const groups = await ctx.db
    .select()
    .from(productGroups)
    .where(id ? eq(productGroups.id, id) : undefined)
    .orderBy(sql`${productGroups.name} collate tr_tr`, asc(productGroups.id))
  const rows = await ctx.db
    .select({ groupId: productGroupMembers.groupId, ...lineColumns })
    .from(productGroupMembers)
    .innerJoin(products, and(eq(products.id, productGroupMembers.productId), isNull(products.deletedAt)))
    .where(id ? eq(productGroupMembers.groupId, id) : undefined)
    .orderBy(asc(productGroupMembers.position))
  const members = Map.groupBy(await withPictures(ctx, rows), (row) => row.groupId)
  return groups.map((group) => ({
    ...group,
    members: (members.get(group.id) ?? []).map(({ groupId: _, ...member }) => member),
  }))
}

function factsOf({ name, members }: AdminGroup) {
  return { name, products: members.map((member) => member.name) }
}
