import { eq, like, max, or, sql } from 'drizzle-orm'
import { announceCatalogChange } from '../../catalog-changes.ts'
import { type Ctx, inTransaction, newId, requireRight } from '../../ctx.ts'
import { literal } from '../../fields/like.ts'
import { slugify, toAscii } from '../../turkish.ts'
import type { NewColor, ProductForm } from '../contract.ts'
import { eachText } from '../product-fields.ts'
import { productGroupMembers, productGroups, products, variants } from '../schema.ts'
import { type AdminProduct, getAdminProduct, seesCosts } from './admin-products.ts'
import { noteChange } from './catalog-audit.ts'
import { firstFree, freeSlug } from './free-names.ts'
import { addProduct } from './product-edits.ts'
import { skuKey } from './sku-key.ts'

/** Everything that the panel can send but the pictures, so that a new field is either copied or left out here by name. */
type Copied = Required<Omit<ProductForm, 'mainImageId' | 'existingImages' | 'version'>>

/**
 * Creates a draft of the same design in another color: the same words, price and sizes, no stock and no pictures. It joins
 * the original's group, which is created when there is none.
 */
export async function copyInColor(ctx: Ctx, id: string, { color, colorHex }: NewColor): Promise<AdminProduct> {
  requireRight(ctx, 'catalog')
  return inTransaction(ctx, async (ctx) => {
    const original = await getAdminProduct(ctx, id)
    const oldColor = original.variants[0]?.color ?? ''
    const sizes = original.variants.filter((variant) => variant.color === oldColor)
    const skus = await freeSkus(
      ctx,
      sizes.map(({ sku }) => skuInColor(sku, oldColor, color)),
    )
    const draft: Copied = {
      name: withoutColor(original.name, oldColor, (design) => `${design} ${color}`),
      slug: await freeSlug(ctx, slugInColor(original.slug, oldColor, color)),
      description: original.description,
      categoryId: original.category.id,
      originalPrice: original.originalPriceKurus,
      cost: original.costKurus,
      ...eachText((name) => original[name]),
      // An outfit for one color need not suit another.
      outfit: [],
      published: false,
      variants: sizes.map(({ size, priceKurus }, index) => ({
        sku: skus[index] ?? '',
        color,
        colorHex: colorHex?.toLowerCase() ?? null,
        size,
        priceKurus,
        stock: 0,
      })),
    }
    const copy = await addProduct(ctx, draft)
    if (!seesCosts(ctx)) await keepCost(ctx, id, copy.id)
    const groupId = original.groupId ?? (await openGroup(ctx, original, oldColor))
    await joinGroup(ctx, groupId, copy.id)
    await announceCatalogChange(ctx, { productIds: [original.id] })
    return getAdminProduct(ctx, copy.id)
  })
}

/** A copy made by somebody who may not see the cost keeps it for the owner. */
async function keepCost(ctx: Ctx, originalId: string, copyId: string): Promise<void> {
  const [original] = await ctx.db
    .select({ costKurus: products.costKurus })
    .from(products)
    .where(eq(products.id, originalId))
  await ctx.db.update(products).set({ costKurus: original?.costKurus }).where(eq(products.id, copyId))
}

/** The name without the color at its end, where it ends with one. */
function withoutColor(name: string, color: string, otherwise = (design: string) => design): string {
  const bare = name.toLocaleLowerCase('tr').endsWith(` ${color.toLocaleLowerCase('tr')}`)
  return bare && color ? otherwise(name.slice(0, -color.length - 1)) : name
}

function slugInColor(slug: string, oldColor: string, color: string): string {
  const old = `-${slugify(oldColor)}`
  return `${old.length > 1 && slug.endsWith(old) ? slug.slice(0, -old.length) : slug}-${slugify(color)}`
}

/** 'PME-ADA-M' of Adaçayı in Bordo → 'PME-BOR-M'; an SKU that does not name its color gets it at the end. */
function skuInColor(sku: string, oldColor: string, color: string): string {
  const code = (text: string) =>
    toAscii(text)
      .replace(/[^A-Za-z0-9]/g, '')
      .toUpperCase()
  const short = code(color).slice(0, 3)
  const parts = sku.split('-')
  const at = parts.findIndex((part) => part.length >= 2 && code(oldColor).startsWith(part.toUpperCase()))
  return (at < 0 ? [...parts, short] : parts.with(at, short)).join('-').slice(0, 60)
}

async function freeSkus(ctx: Ctx, wanted: string[]): Promise<string[]> {
  const taken = wanted.length
    ? await ctx.db
        .select({ sku: variants.sku })
        .from(variants)
        .where(or(...wanted.map((sku) => like(sql`sku_key(${variants.sku})`, `${literal(skuKey(sku))}%`))))
    : []
  const used = new Set(taken.map(({ sku }) => skuKey(sku)))
  return wanted.map((sku) => {
    const free = firstFree(sku, used, skuKey)
    used.add(skuKey(free))
    return free
  })
}

async function openGroup(ctx: Ctx, original: AdminProduct, color: string): Promise<string> {
  const group = { id: newId(), name: withoutColor(original.name, color).slice(0, 120), createdAt: ctx.clock() }
  await ctx.db.insert(productGroups).values(group)
  await ctx.db.insert(productGroupMembers).values({ groupId: group.id, productId: original.id, position: 0 })
  await noteChange(ctx, {
    action: 'group.create',
    subject: group,
    after: { name: group.name, products: [original.name] },
  })
  return group.id
}

async function joinGroup(ctx: Ctx, groupId: string, productId: string): Promise<void> {
  const [{ last } = { last: 0 }] = await ctx.db
    .select({ last: max(productGroupMembers.position) })
    .from(productGroupMembers)
    .where(eq(productGroupMembers.groupId, groupId))
  await ctx.db.insert(productGroupMembers).values({ groupId, productId, position: (last ?? -1) + 1 })
}
