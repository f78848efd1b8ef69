import { eq, sql } from 'drizzle-orm'
import { hashPassword } from '#shop/accounts/passwords/passwords.ts'
import { users } from '#shop/accounts/schema.ts'
import { openSession } from '#shop/accounts/sessions/sessions.ts'
import { managerRoleId } from '#shop/accounts/staff/role-rights.ts'
import type { SignedInUser } from '#shop/accounts/users.ts'
import { createCategory } from '#shop/catalog/categories.ts'
import { recordEarlierPrice } from '#shop/catalog/edits/lawful-price.ts'
import { createProduct } from '#shop/catalog/edits/product-edits.ts'
import { getProduct } from '#shop/catalog/products.ts'
import { variants } from '#shop/catalog/schema.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { images } from '#shop/media/schema.ts'
import { after, days } from '#shop/time.ts'

let serial = 0
const next = () => ++serial

/** Each factory writes one valid row, unique by itself; a test names only what it is about. */

export async function aCategory(ctx: Ctx, given: { name?: string; slug?: string } = {}) {
  const n = next()
  return createCategory(ctx, { name: given.name ?? `Elbise ${n}`, slug: given.slug })
}

export async function anImage(ctx: Ctx) {
  const id = next().toString(16).padStart(32, '0')
  await ctx.db.insert(images).values({ id, width: 1200, height: 1500, tone: '#d9c3a6', createdAt: ctx.clock() })
  return id
}

type ProductGiven = {
  name?: string
  categoryId?: string
  originalPriceKurus?: number
  withdrawalExemption?: string
  fabric?: string
  care?: string
  fit?: string
  vatRate?: string
  measurements?: string
  modelLine?: string
  variants?: VariantGiven[]
}

type VariantGiven = {
  sku?: string
  color?: string
  colorHex?: string
  size?: string
  priceKurus?: number
  stock?: number
  /** Pictures of its own. */
  images?: string[]
}

export async function aProduct(ctx: Ctx, given: ProductGiven = {}) {
  const n = next()
  const { withdrawalExemption, fabric, care, fit, measurements, modelLine, vatRate } = given
  const product = await createProduct(ctx, {
    name: given.name ?? `Keten Elbise ${n}`,
    description: 'Hafif keten elbise.',
    categoryId: given.categoryId ?? (await aCategory(ctx)).id,
    originalPriceKurus: given.originalPriceKurus,
    ...{ withdrawalExemption, fabric, care, fit, measurements, modelLine, vatRate },
    images: [await anImage(ctx)],
    variants: (given.variants ?? [{}]).map((variant, index) => ({
      sku: variant.sku ?? `SKU-${n}-${index}`,
      color: variant.color ?? 'Kum',
      colorHex: variant.colorHex,
      size: variant.size ?? ['S', 'M', 'L', 'XL'][index] ?? `B${index}`,
      priceKurus: variant.priceKurus ?? 119_900,
      stock: variant.stock ?? 5,
    })),
  })
  for (const [index, { images = [] }] of (given.variants ?? []).entries())
    if (images.length > 0)
      await ctx.db
        .update(variants)
        .set({ images })
        .where(eq(variants.id, product.variants[index]?.id ?? ''))
  if (given.originalPriceKurus === undefined) return product
  // Only a real earlier price may be struck through; the price history runs on the real clock.
  await recordEarlierPrice(ctx, product.id, {
    priceKurus: given.originalPriceKurus,
    since: after(new Date(), -days(20)),
  })
  return getProduct(ctx, product.id)
}

type ManyGiven = {
  name: string
  categoryId: string
  imageId?: string
  color: string
  size: string
  priceKurus: number
  stock: number
}

/**
 * Adds `count` published products of one size each, newer than all others; their addresses and SKUs are 'cok-1', 'cok-2' and so on. Triggers are off
 * meanwhile and what they would write is written for all rows at once, which takes a quarter of the time.
 */
export async function manyProducts(ctx: Ctx, count: number, given: ManyGiven) {
  const { name, categoryId, imageId, color, size, priceKurus, stock } = given
  await ctx.db.execute(sql`set local session_replication_role = replica`)
  await ctx.db.execute(sql`
    insert into variants (id, product_id, sku, color, size, price_kurus, stock, created_at)
    select gen_random_uuid(), gen_random_uuid(), 'cok-' || n, ${color}, ${size}, ${priceKurus}, ${stock}, now()
    from generate_series(1, ${count}::int) n`)
  await ctx.db.execute(sql`
    insert into price_history (variant_id, price_kurus, since)
    select id, price_kurus, created_at from variants where sku like 'cok-%'`)
  await ctx.db.execute(sql`
    insert into products (id, slug, name, description, category_id, images, price_kurus, search_line, choices,
      published_at, first_published_at, created_at, updated_at)
    select product_id, sku, ${name}, 'Hafif keten elbise.', ${categoryId}, ${sql.param(imageId ? [imageId] : [])}::text[], price_kurus,
      search_line_of(product_id, ${name}), choices_of(product_id), now(), now(), now() + interval '1 year', now()
    from variants where sku like 'cok-%'`)
  await ctx.db.execute(sql`set local session_replication_role = origin`)
  await ctx.db.execute(
    sql`select save_search_words(array(select product_id from variants where sku like 'cok-%')), recount()`,
  )
}

export const usualPassword = 'uzun bir parola'
let usualHash: Promise<string> | undefined

type UserGiven = {
  email?: string
  firstName?: string
  lastName?: string
  role?: 'USER' | 'ADMIN'
  /** Makes her staff in this role. */
  staffRoleId?: string
  password?: string
  verified?: boolean
}

/** Creates a verified customer with `usualPassword` by default. */
export async function aUser(ctx: Ctx, given: UserGiven = {}) {
  usualHash ??= hashPassword(ctx, usualPassword)
  const now = ctx.clock()
  const user = {
    id: newId(),
    email: given.email ?? `musteri-${next()}@posta.example`,
    firstName: given.firstName ?? 'Ayşe',
    lastName: given.lastName ?? 'Yılmaz',
    role: given.staffRoleId ? ('ADMIN' as const) : (given.role ?? ('USER' as const)),
    staffRoleId: given.staffRoleId ?? (given.role === 'ADMIN' ? managerRoleId : null),
    passwordHash: await (given.password ? hashPassword(ctx, given.password) : usualHash),
    emailVerifiedAt: given.verified === false ? null : now,
    createdAt: now,
    updatedAt: now,
  }
  await ctx.db.insert(users).values(user)
  return user
}

/** Opens a session of the user; returns its bearer token. */
export async function signIn(ctx: Ctx, user: SignedInUser): Promise<string> {
  const { accessToken } = await openSession(ctx, user, 'a test')
  return accessToken
}
