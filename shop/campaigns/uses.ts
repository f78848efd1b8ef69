/**
 * Limits hold because uses are counted by guarded rows in the transaction that writes the order. Locks are taken in this order: payment,
 * its order, credit, campaigns, stock; several campaigns by their ids.
 */

import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../ctx.ts'
import { limitOf, usedByYou, usedUp } from './open.ts'
import { type Buyer, peopleOf } from './people.ts'
import type { Campaign } from './rules.ts'
import { campaignPeople, campaigns, campaignUses } from './schema.ts'

type NewUse = { campaign: Campaign; discountKurus: number; deliveryKurus: number }
export type RefusedUse = { campaign: Campaign; why: string }

/** Counts the campaigns of an order that is being written; where a limit is reached, returns it, and the caller undoes all. */
export async function countUses(
  ctx: Ctx,
  orderId: string,
  uses: NewUse[],
  buyer: Buyer,
): Promise<RefusedUse | undefined> {
  for (const { campaign, ...gained } of uses.toSorted((a, b) => (a.campaign.id < b.campaign.id ? -1 : 1))) {
    const people = peopleOf(campaign.id, buyer)
    if (!(await takeOne(ctx, campaign, { mayBeOff: false }))) return { campaign, why: usedUp }
    if (!(await countPeople(ctx, campaign, people))) return { campaign, why: usedByYou }
    await ctx.db
      .insert(campaignUses)
      .values({ orderId, campaignId: campaign.id, ...gained, people, createdAt: ctx.clock() })
  }
  return undefined
}

/**
 * Where there is a limit the UPDATE finds a row only while it is not reached. Where there is none buyers do not wait for each
 * other: they share the row, so that a limit which the owner sets meanwhile counts them all.
 */
async function takeOne(ctx: Ctx, { id, totalLimit }: Campaign, { mayBeOff }: { mayBeOff: boolean }): Promise<boolean> {
  const open = and(eq(campaigns.id, id), mayBeOff ? undefined : eq(campaigns.active, true))
  if (totalLimit === null) {
    const [row] = await ctx.db.select({ limit: campaigns.totalLimit }).from(campaigns).where(open).for('share')
    return row?.limit === null
  }
  const taken = await ctx.db
    .update(campaigns)
    .set({ used: sql`${campaigns.used} + 1` })
    .where(and(open, sql`${campaigns.used} < ${campaigns.totalLimit}`))
    .returning({ id: campaigns.id })
  return taken.length > 0
}

async function countPeople(ctx: Ctx, campaign: Campaign, people: string[]): Promise<boolean> {
  const most = limitOf(campaign)
  for (const person of people) {
    const counted = await ctx.db
      .insert(campaignPeople)
      .values({ campaignId: campaign.id, person, used: 1 })
      .onConflictDoUpdate({
        target: [campaignPeople.campaignId, campaignPeople.person],
        set: { used: sql`${campaignPeople.used} + 1` },
        setWhere: most === undefined ? undefined : sql`${campaignPeople.used} < ${most}`,
      })
      .returning({ used: campaignPeople.used })
    if (counted.length === 0) return false
  }
  return true
}

/** Gives the uses of an order back that ended without money, once however often it is called. */
export async function giveUsesBack(ctx: Ctx, orderId: string): Promise<void> {
  for (const campaign of await lockThoseOf(ctx, orderId, 'counted')) {
    const [use] = await ctx.db
      .update(campaignUses)
      .set({ givenBackAt: ctx.clock() })
      .where(and(ofOrder(orderId, campaign), isNull(campaignUses.givenBackAt)))
      .returning({ people: campaignUses.people })
    if (!use) continue
    if (campaign.totalLimit !== null)
      await ctx.db
        .update(campaigns)
        .set({ used: sql`${campaigns.used} - 1` })
        .where(eq(campaigns.id, campaign.id))
    for (const person of use.people)
      await ctx.db
        .update(campaignPeople)
        .set({ used: sql`${campaignPeople.used} - 1` })
        .where(and(eq(campaignPeople.campaignId, campaign.id), eq(campaignPeople.person, person)))
  }
}

/**
 * Two accounts became one, whose orders they are now: what the other used counts for the one that stays too, beyond a limit as well. In
 * the caller's transaction.
 */
export async function countForMerged(ctx: Ctx, orderIds: string[], kept: Buyer): Promise<void> {
  const uses = await ctx.db
    .select({ use: campaignUses })
    .from(campaignUses)
    .innerJoin(campaigns, eq(campaigns.id, campaignUses.campaignId))
    .where(inArray(campaignUses.orderId, orderIds))
    .orderBy(campaigns.id, campaignUses.orderId)
    .for('update')
  for (const { use } of uses) {
    const more = peopleOf(use.campaignId, kept).filter((person) => !use.people.includes(person))
    await ctx.db
      .update(campaignUses)
      .set({ people: [...use.people, ...more].toSorted() })
      .where(ofOrder(use.orderId, { id: use.campaignId }))
    // A use that was given back is counted by all of them once its money comes late.
    for (const person of use.givenBackAt ? [] : more) await addUse(ctx, use.campaignId, person)
  }
}

async function addUse({ db }: Ctx, campaignId: string, person: string): Promise<void> {
  await db
    .insert(campaignPeople)
    .values({ campaignId, person, used: 1 })
    .onConflictDoUpdate({
      target: [campaignPeople.campaignId, campaignPeople.person],
      set: { used: sql`${campaignPeople.used} + 1` },
    })
}

function ofOrder(orderId: string, { id }: Pick<Campaign, 'id'>) {
  return and(eq(campaignUses.orderId, orderId), eq(campaignUses.campaignId, id))
}

/** The campaigns of an order, locked; without a query more for orders that have none. */
async function lockThoseOf(ctx: Ctx, orderId: string, which: 'counted' | 'given-back'): Promise<Campaign[]> {
  const state = which === 'counted' ? isNull(campaignUses.givenBackAt) : isNotNull(campaignUses.givenBackAt)
  const rows = await ctx.db
    .select({ campaign: campaigns })
    .from(campaignUses)
    .innerJoin(campaigns, eq(campaigns.id, campaignUses.campaignId))
    .where(and(eq(campaignUses.orderId, orderId), state))
    .orderBy(campaigns.id)
    .for('update', { of: campaigns })
  return rows.map(({ campaign }) => campaign)
}

class Refused extends Error {}

/** Counts the uses of such an order again, as its money came late; false, with nothing changed, when a limit is reached. */
export async function retakeUses(ctx: Ctx, orderId: string): Promise<boolean> {
  try {
    await inTransaction(ctx, async (ctx) => {
      for (const campaign of await lockThoseOf(ctx, orderId, 'given-back')) {
        const [use] = await ctx.db.select().from(campaignUses).where(ofOrder(orderId, campaign))
        // A promised discount stands, even if the campaign has been switched off since.
        if (!use || !(await takeOne(ctx, campaign, { mayBeOff: true }))) throw new Refused()
        if (!(await countPeople(ctx, campaign, use.people))) throw new Refused()
        await ctx.db.update(campaignUses).set({ givenBackAt: null }).where(ofOrder(orderId, campaign))
      }
    })
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
