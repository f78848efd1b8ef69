/** The owner's campaigns. How they count stands in rules.ts, who may have one in open.ts, and their limits in uses.ts. */

import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import { recordChange } from '../audit/audit.ts'
import { categories, products } from '../catalog/schema.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, hasRight, inTransaction, isId, newId, requireRight } from '../ctx.ts'
import { brokenConstraint, conflict, editedMeanwhile, invalid, notFound, ShopError } from '../errors.ts'
import { formatKurus } from '../money.ts'
import { orders } from '../orders/schema.ts'
import { type CampaignSwitches, campaignsKey } from '../settings/campaigns/switches.ts'
import { saveSetting } from '../settings/settings.ts'
import { after, formatMoment } from '../time.ts'
import type { NewCampaign } from './contract.ts'
import { type Campaign, offerWords } from './rules.ts'
import { campaigns, campaignUses } from './schema.ts'

/**
 * The result of a campaign: its orders that are paid or go out to be paid at the door, as the reports count them, their total and their
 * discount, in kuruş. `uses` also counts orders that are still at the bank, or whose transfer is awaited.
 */
type Brought = { uses: number; orders: number; revenueKurus: number; discountKurus: number }
export type AdminCampaign = Campaign & { brought: Brought; customerEmail: string | null }

/** All campaigns, the newest first. */
export async function listCampaigns(ctx: Ctx): Promise<AdminCampaign[]> {
  requireRight(ctx, 'campaigns')
  return select(ctx)
}

async function select(ctx: Ctx, id?: string): Promise<AdminCampaign[]> {
  const isSold = sql`is_sold(${orders})`
  const brought = ctx.db
    .select({
      campaignId: campaignUses.campaignId,
      uses: sql<number>`count(*)::int`.as('uses'),
      orders: sql<number>`(count(*) filter (where ${isSold}))::int`.as('orders'),
      revenue: sql<number>`coalesce(sum(${orders.totalKurus}) filter (where ${isSold}), 0)::float8`.as('revenue'),
      discount:
        sql<number>`coalesce(sum(${campaignUses.discountKurus} + ${campaignUses.deliveryKurus}) filter (where ${isSold}), 0)::float8`.as(
          'discount',
        ),
    })
    .from(campaignUses)
    .innerJoin(orders, eq(orders.id, campaignUses.orderId))
    .where(isNull(campaignUses.givenBackAt))
    .groupBy(campaignUses.campaignId)
    .as('brought')
  const rows = await ctx.db
    .select({
      campaign: campaigns,
      email: users.email,
      uses: sql<number>`coalesce(${brought.uses}, 0)`,
      orders: sql<number>`coalesce(${brought.orders}, 0)`,
      revenueKurus: sql<number>`coalesce(${brought.revenue}, 0)`,
      discountKurus: sql<number>`coalesce(${brought.discount}, 0)`,
    })
    .from(campaigns)
    .leftJoin(brought, eq(brought.campaignId, campaigns.id))
    .leftJoin(users, eq(users.id, campaigns.customerId))
    .where(id === undefined ? undefined : eq(campaigns.id, id))
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
    .limit(1_000)
  return rows.map(({ campaign, email, ...brought }) => ({ ...campaign, customerEmail: email, brought }))
}

/** CONFLICT, of the field `code`, when another campaign has it; INVALID for goods that are not there. */
export async function createCampaign(ctx: Ctx, input: NewCampaign): Promise<AdminCampaign> {
  requireRight(ctx, 'campaigns')
  const [id, now] = [newId(), ctx.clock()]
  return change(ctx, id, async (ctx) => {
    await ctx.db
      .insert(campaigns)
      .values({ ...(await rowOf(ctx, input, undefined)), id, createdAt: now, updatedAt: now })
    return undefined
  })
}

/** As createCampaign; orders that have it keep what they got. EDIT_CONFLICT when it is no longer as it was read. */
export async function updateCampaign(ctx: Ctx, id: string, input: NewCampaign): Promise<AdminCampaign> {
  requireRight(ctx, 'campaigns')
  return change(ctx, id, async (ctx) => {
    const before = await getCampaign(ctx, id)
    // A save names every field: of two who edit one at once the second would take back what the first wrote.
    const isStale = input.updatedAt && input.updatedAt.getTime() !== before.updatedAt.getTime()
    if (isStale) throw editedMeanwhile(before.code ?? before.name)
    await ctx.db
      .update(campaigns)
      .set({ ...(await rowOf(ctx, input, before)), updatedAt: nextMoment(ctx, before) })
      .where(eq(campaigns.id, id))
    // In a statement of its own: it also counts purchases made while the update waited for the row.
    const open = sql`(select count(*) from ${campaignUses} where ${campaignUses.campaignId} = ${id} and ${campaignUses.givenBackAt} is null)`
    await ctx.db.update(campaigns).set({ used: open }).where(eq(campaigns.id, id))
    return before
  })
}

/** Each state has a moment of its own, also two of one millisecond. */
function nextMoment(ctx: Ctx, { updatedAt }: AdminCampaign): Date {
  const now = ctx.clock()
  return now > updatedAt ? now : after(updatedAt, 1)
}

/** CONFLICT once an order has it: then it can be switched off. */
export async function deleteCampaign(ctx: Ctx, id: string): Promise<void> {
  requireRight(ctx, 'campaigns')
  const campaign = await getCampaign(ctx, id)
  await inTransaction(ctx, async (ctx) => {
    await takeTurn(ctx)
    await ctx.db.select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.id, id)).for('update')
    const isHeld = and(eq(campaignUses.campaignId, id), isNull(campaignUses.givenBackAt))
    if ((await ctx.db.$count(campaignUses, isHeld)) > 0)
      throw new ShopError('CONFLICT', 'Bu kampanya siparişlerde kullanılmış, silinemez; bunun yerine kapatın.')
    await ctx.db.delete(campaigns).where(eq(campaigns.id, id))
    await recordChange(ctx, { action: 'campaign.delete', subject: subjectOf(campaign), before: factsOf(campaign) })
    await keepSwitches(ctx)
  })
}

async function getCampaign(ctx: Ctx, id: string): Promise<AdminCampaign> {
  requireRight(ctx, 'campaigns')
  const [campaign] = isId(id) ? await select(ctx, id) : []
  if (!campaign) throw notFound('Kampanya bulunamadı.')
  return campaign
}

async function change(
  ctx: Ctx,
  id: string,
  /** Returns the campaign as it was, if it was there. */
  write: (ctx: Ctx) => Promise<AdminCampaign | undefined>,
): Promise<AdminCampaign> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      await takeTurn(ctx)
      const before = await write(ctx)
      const after = await getCampaign(ctx, id)
      const facts = before ? { before: factsOf(before) } : {}
      const action = before ? 'campaign.update' : 'campaign.create'
      await recordChange(ctx, { action, subject: subjectOf(after), ...facts, after: factsOf(after) })
      await keepSwitches(ctx)
      return after
    })
  } catch (error) {
    if (brokenConstraint(error) !== 'campaigns_code_key') throw error
    throw conflict({ code: ['Bu kod başka bir kampanyada kullanılıyor'] })
  }
}

async function rowOf(
  ctx: Ctx,
  { customerEmail, minTotal, updatedAt: _, ...input }: NewCampaign,
  before: Campaign | undefined,
) {
  await requireGoods(ctx, input, before)
  const row = { ...input, minTotalKurus: minTotal }
  if (hasRight(ctx, 'contacts'))
    return { ...row, customerId: customerEmail ? await customerOf(ctx, customerEmail) : null }
  // Without the right to contacts the customer stays as it is, and nothing tells who has an account.
  if (customerEmail)
    throw invalid({
      customerEmail: ['Kampanyayı bir müşteriye bağlamak için iletişim bilgilerini görme yetkisi gerekli'],
    })
  return row
}

type Goods = Pick<NewCampaign, 'categoryIds' | 'productIds'>

/** INVALID where it is for goods that are not there; those that it had may be gone since. */
async function requireGoods(ctx: Ctx, goods: Goods, before: Goods | undefined): Promise<void> {
  const newOf = (field: keyof Goods) => goods[field].filter((id) => !before?.[field].includes(id))
  const [newCategories, newProducts] = [[...new Set(newOf('categoryIds'))], [...new Set(newOf('productIds'))]]
  const isThere = and(inArray(products.id, newProducts), isNull(products.deletedAt))
  const wrong = {
    ...((await ctx.db.$count(categories, inArray(categories.id, newCategories))) < newCategories.length
      ? { categoryIds: ['Seçilen kategorilerden biri bulunamadı; silinmiş olabilir'] }
      : {}),
    ...((await ctx.db.$count(products, isThere)) < newProducts.length
      ? { productIds: ['Seçilen ürünlerden biri bulunamadı; silinmiş olabilir'] }
      : {}),
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

async function customerOf(ctx: Ctx, email: string): Promise<string> {
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.guest, false), isNull(users.deletedAt)))
  if (!user) throw invalid({ customerEmail: ['Bu adresle kayıtlı bir müşteri yok'] })
  return user.id
}

/** Saves take turns: each writes the switches as it leaves them. */
async function takeTurn(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('butik.campaigns', 0))`)
}

/** Whether there are campaigns; pages are told when that changes. */
async function keepSwitches(ctx: Ctx): Promise<void> {
  const [row] = await ctx.db
    .select({
      codes: sql<boolean>`coalesce(bool_or(${campaigns.code} is not null), false)`,
      automatic: sql<boolean>`coalesce(bool_or(${campaigns.code} is null), false)`,
    })
    .from(campaigns)
    .where(and(campaigns.active, or(isNull(campaigns.endsAt), gt(campaigns.endsAt, ctx.clock()))))
  const switches: CampaignSwitches = row ?? { codes: false, automatic: false }
  await saveSetting(ctx, campaignsKey, switches)
  await announceCatalogChange(ctx, 'everything')
}

function subjectOf({ id, code, name }: Campaign) {
  return { id, name: code ?? name }
}

/** For the history, in words. */
function factsOf(campaign: AdminCampaign) {
  const { code, name, minTotalKurus, startsAt, endsAt, totalLimit, personLimit, categoryIds, productIds } = campaign
  return {
    couponCode: code ?? '',
    name,
    offer: offerWords(campaign),
    minTotal: minTotalKurus > 0 ? formatKurus(minTotalKurus) : '',
    startsAt: startsAt ? formatMoment(startsAt) : '',
    endsAt: endsAt ? formatMoment(endsAt) : '',
    totalLimit: totalLimit ?? '',
    personLimit: personLimit ?? '',
    categories: categoryIds.length,
    products: productIds.length,
    firstOrderOnly: campaign.firstOrderOnly,
    customer: campaign.customerEmail ?? '',
    combinable: campaign.combinable,
    partner: campaign.partner,
    active: campaign.active,
  }
}
