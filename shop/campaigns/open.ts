/** Which campaigns a buyer may have now, whatever her cart. */

import { and, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import type { Ctx } from '../ctx.ts'
import { guestRowOf } from '../fields/guest-address.ts'
import { orders } from '../orders/schema.ts'
import { paymentAttempts } from '../payments/schema.ts'
import { formatMoment } from '../time.ts'
import { fold } from '../turkish.ts'
import { type Buyer, peopleOf } from './people.ts'
import type { Campaign } from './rules.ts'
import { campaignPeople, campaigns, campaignUses } from './schema.ts'

/** `whyNot`: of the code that was asked for. */
type OpenCampaigns = { campaigns: Campaign[]; code?: { campaign?: Campaign; whyNot?: string } }

/** The campaigns that count by themselves and that of a code, without those that this buyer may not have. */
export async function findOpenCampaigns(ctx: Ctx, code: string | undefined, buyer?: Buyer): Promise<OpenCampaigns> {
  const found = await findNow(ctx, code)
  const judge = await judgeOf(ctx, found, buyer)
  const open: Campaign[] = []
  let asked: OpenCampaigns['code'] = code ? { whyNot: noSuchCode } : undefined
  for (const campaign of found) {
    const whyNot = judge(campaign)
    if (!whyNot) open.push(campaign)
    if (campaign.code) asked = { campaign, ...(whyNot ? { whyNot } : {}) }
  }
  return { campaigns: open, ...(asked ? { code: asked } : {}) }
}

/** The form in which typed codes are compared. */
export const keyOf = (code: string) => fold(code).replaceAll(' ', '')

const noSuchCode = 'Böyle bir indirim kodu yok.'
export const usedUp = 'Bu kodun kullanım hakları doldu.'
export const usedByYou = 'Bu kodu kullanma hakkınız doldu; daha önceki siparişinizde kullanıldı.'

/** Active campaigns: those without a code that run now, and the one of `code` at any time. */
async function findNow(ctx: Ctx, code: string | undefined): Promise<Campaign[]> {
  const now = ctx.clock()
  const isOn = and(
    isNull(campaigns.code),
    or(isNull(campaigns.startsAt), lte(campaigns.startsAt, now)),
    or(isNull(campaigns.endsAt), gt(campaigns.endsAt, now)),
  )
  const isAsked = code ? eq(campaigns.codeKey, keyOf(code)) : undefined
  return ctx.db
    .select()
    .from(campaigns)
    .where(and(campaigns.active, isAsked ? or(isOn, isAsked) : isOn))
}

/** Why a campaign is not for this buyer now. A stranger is taken for somebody new until she says who she is. */
async function judgeOf(ctx: Ctx, found: Campaign[], buyer: Buyer | undefined) {
  const ended = await findEnding(ctx, found, buyer)
  const used = await findUsed(ctx, found, buyer)
  const isKnown = found.some(({ firstOrderOnly }) => firstOrderOnly) && buyer && (await hasOrdered(ctx, buyer))
  return (campaign: Campaign): string | undefined => {
    const { id, startsAt, endsAt, totalLimit, personLimit, customerId, firstOrderOnly } = campaign
    if (startsAt && startsAt > ctx.clock()) return `Bu kod ${formatMoment(startsAt)} tarihinde başlıyor.`
    if (endsAt && endsAt <= ctx.clock()) return 'Bu kodun süresi doldu.'
    if (customerId && !buyer) return 'Bu kod bir müşterimize özel; kullanmak için giriş yapın.'
    if (customerId && customerId !== buyer?.userId) return 'Bu kod başka bir müşterimize özel.'
    if (firstOrderOnly && isKnown) return 'Bu kod yalnızca ilk siparişte geçerli.'
    const hers = ended.get(id) ?? 0
    if (totalLimit !== null && campaign.used - hers >= totalLimit) return usedUp
    const most = limitOf({ personLimit, firstOrderOnly })
    if (most !== undefined && (used.get(id) ?? 0) - hers >= most) return usedByYou
    return undefined
  }
}

/** A first order is made once. */
export function limitOf({ personLimit, firstOrderOnly }: Pick<Campaign, 'personLimit' | 'firstOrderOnly'>) {
  return firstOrderOnly ? 1 : (personLimit ?? undefined)
}

/** Uses that wait in payments of hers which end when she begins another. */
async function findEnding(ctx: Ctx, found: Campaign[], buyer: Buyer | undefined): Promise<Map<string, number>> {
  const limited = found.filter((campaign) => campaign.totalLimit !== null || limitOf(campaign) !== undefined)
  if (!buyer || limited.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: campaignUses.campaignId, n: sql<number>`count(*)::int` })
    .from(campaignUses)
    .innerJoin(orders, eq(orders.id, campaignUses.orderId))
    .innerJoin(paymentAttempts, eq(paymentAttempts.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, buyer.userId),
        isNull(campaignUses.givenBackAt),
        inArray(
          campaignUses.campaignId,
          limited.map(({ id }) => id),
        ),
        inArray(paymentAttempts.status, ['AWAITING_3DS', 'AWAITING_CODE']),
      ),
    )
    .groupBy(campaignUses.campaignId)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

async function findUsed(ctx: Ctx, found: Campaign[], buyer: Buyer | undefined): Promise<Map<string, number>> {
  const limited = found.filter((campaign) => limitOf(campaign) !== undefined)
  if (!buyer || limited.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: campaignPeople.campaignId, n: sql<number>`max(${campaignPeople.used})::int` })
    .from(campaignPeople)
    .where(
      and(
        inArray(
          campaignPeople.campaignId,
          limited.map(({ id }) => id),
        ),
        inArray(
          campaignPeople.person,
          limited.flatMap(({ id }) => peopleOf(id, buyer)),
        ),
      ),
    )
    .groupBy(campaignPeople.campaignId)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** Whether an order of hers stands, with an account or, under the same address, without one. */
async function hasOrdered(ctx: Ctx, { userId, email }: Buyer): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        or(eq(users.id, userId), email ? inArray(users.email, [email, guestRowOf(email)]) : undefined),
        sql`${orders.placedAt} is not null`,
        ne(orders.status, 'CANCELLED'),
      ),
    )
    .limit(1)
  return row !== undefined
}
