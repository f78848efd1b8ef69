import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { recordChange } from '../../../audit/audit.ts'
import { categories, products, variants } from '../../../catalog/schema.ts'
import { type Ctx, inTransaction, isId, requireRight } from '../../../ctx.ts'
import { notFound, ShopError } from '../../../errors.ts'
import { fold } from '../../../turkish.ts'
import { channelCategories, channelProducts } from '../../schema.ts'
import type { MarketAnswer, Marketplace } from '../marketplace.ts'
import { openMarketplace } from '../open.ts'
import { wordsOf } from '../push.ts'
import type { CategoryMapping, MappedAttribute, MarketAttribute, MarketNamed } from './contract.ts'

type MappedCategory = {
  id: string
  name: string
  market: { id: number; name: string; attributes: MappedAttribute[] } | null
}

export type MarketProducts = {
  categories: MappedCategory[]
  waiting: number
  made: number
  failures: { productId: string; name: string; barcode: string; error: string }[]
}

const channel = 'trendyol'
/** Categories that a search shows. */
const mostFound = 30

export async function requireMarketplace(ctx: Ctx): Promise<Marketplace> {
  requireRight(ctx, 'settings')
  const market = await openMarketplace(ctx)
  if (!market)
    throw new ShopError(
      'CONFLICT',
      'Bağlı bir pazaryeri yok; anahtarları sunucu ayarlarında belirlenir, sunucunuzu kuran kişiye verin.',
    )
  return market
}

/** Which categories are known there, and what became of the sizes that were sent; undefined where no marketplace is set up. */
export async function findMarketProducts(ctx: Ctx): Promise<MarketProducts | undefined> {
  requireRight(ctx, 'settings')
  if (!ctx.config.trendyol) return undefined
  const rows = await ctx.db
    .select({ id: categories.id, name: categories.name, found: channelCategories })
    .from(categories)
    .leftJoin(
      channelCategories,
      and(eq(channelCategories.categoryId, categories.id), eq(channelCategories.channel, channel)),
    )
    .orderBy(asc(categories.position), asc(categories.id))
  const own = eq(channelProducts.channel, channel)
  return {
    categories: rows.map(({ id, name, found }) => ({
      ...{ id, name },
      market: found && { id: found.marketId, name: found.marketName, attributes: found.attributes },
    })),
    waiting: await ctx.db.$count(
      channelProducts,
      and(own, ne(channelProducts.state, 'MADE'), ne(channelProducts.state, 'FAILED')),
    ),
    made: await ctx.db.$count(channelProducts, and(own, eq(channelProducts.state, 'MADE'))),
    failures: await listFailures(ctx),
  }
}

async function listFailures(ctx: Ctx): Promise<MarketProducts['failures']> {
  const rows = await ctx.db
    .select({
      productId: products.id,
      name: products.name,
      barcode: variants.barcode,
      error: channelProducts.error,
    })
    .from(channelProducts)
    .innerJoin(variants, eq(variants.id, channelProducts.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(channelProducts.channel, channel), eq(channelProducts.state, 'FAILED')))
    .orderBy(sql`${products.name} collate tr_tr`, asc(variants.position))
    .limit(50)
  return rows.map(({ barcode, ...row }) => ({ ...row, barcode: barcode ?? '' }))
}

/** Says how products of a category are made there. NOT_FOUND of a category that is gone. */
export async function mapCategory(ctx: Ctx, categoryId: string, { market }: CategoryMapping): Promise<void> {
  requireRight(ctx, 'settings')
  if (!isId(categoryId)) throw noCategory()
  await inTransaction(ctx, async (ctx) => {
    const [category] = await ctx.db.select().from(categories).where(eq(categories.id, categoryId)).for('key share')
    if (!category) throw noCategory()
    const own = and(eq(channelCategories.channel, channel), eq(channelCategories.categoryId, categoryId))
    const [before] = await ctx.db.delete(channelCategories).where(own).returning()
    if (market) {
      const { id: marketId, name: marketName, attributes } = market
      await ctx.db.insert(channelCategories).values({ channel, categoryId, marketId, marketName, attributes })
    }
    await recordChange(ctx, {
      action: 'settings.update',
      subject: { id: 'market', name: `Pazaryeri: ${category.name}` },
      before: { marketCategory: before?.marketName ?? null },
      after: { marketCategory: market?.name ?? null },
    })
  })
}

const noCategory = () => notFound('Kategori bulunamadı; silinmiş olabilir.')

/** The marketplace's categories that may hold products, by a part of their path. */
export async function searchMarketCategories(ctx: Ctx, q: string): Promise<MarketNamed[]> {
  const market = await requireMarketplace(ctx)
  const words = fold(q).split(/\s+/)
  const all = told(market, await market.listCategories())
  return all.filter(({ name }) => words.every((word) => fold(name).includes(word))).slice(0, mostFound)
}

export async function searchMarketBrands(ctx: Ctx, q: string): Promise<MarketNamed[]> {
  const market = await requireMarketplace(ctx)
  return told(market, await market.findBrands(q)).slice(0, mostFound)
}

export type AskedAttribute = MarketAttribute & { values: MarketNamed[] }

/** The required attributes of a category with the values that each may have. */
export async function listMarketAttributes(ctx: Ctx, categoryId: number): Promise<AskedAttribute[]> {
  const market = await requireMarketplace(ctx)
  const asked = told(market, await market.listAttributes(categoryId)).filter(({ required }) => required)
  const found: AskedAttribute[] = []
  for (const attribute of asked)
    found.push({ ...attribute, values: told(market, await market.listValues(categoryId, attribute.id)) })
  return found
}

function told<T>(market: Marketplace, answer: MarketAnswer<T>): T {
  if (answer.kind === 'done') return answer.data
  const words = answer.kind === 'repeated' ? `${market.title} şu anda yanıt vermiyor` : wordsOf(market, answer)
  throw new ShopError('CONFLICT', `${words}. Biraz sonra yeniden deneyin.`)
}
