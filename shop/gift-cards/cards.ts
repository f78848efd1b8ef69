/** The owner's gift cards. */

import { and, count, desc, eq, gt, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, hasRight, inTransaction, isId, newId, requireRight } from '../ctx.ts'
import { brokenConstraint, notFound, ShopError } from '../errors.ts'
import { literal } from '../fields/like.ts'
import { giftCardMail } from '../mail/gift-card-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { findBrand } from '../settings/brand.ts'
import { findGiftCardSettings } from '../settings/gift-cards/gift-cards.ts'
import { hashOf, newCode, shownCode, tailOf } from './code.ts'
import type { GiftCardQuery, GiftState, NewGiftCards } from './contract.ts'
import { type GiftEntry, listEntries } from './ledger.ts'
import { giftCardEntries, giftCards } from './schema.ts'

type Row = typeof giftCards.$inferSelect
export type GiftCard = Omit<Row, 'codeHash' | 'requestKey' | 'position' | 'actorId'> & { state: GiftState }
/** With the code in full: it is told this once. */
export type NewCard = GiftCard & { code: string }

/**
 * Makes cards, all of the same amount, and mails a single one to whom it is for. With a key that was used it makes none: CONFLICT,
 * as their codes are told only once.
 */
export async function createGiftCards(ctx: Ctx, input: NewGiftCards, key?: string): Promise<NewCard[]> {
  const actorId = requireRight(ctx, 'orders') ?? null
  if (!(await findGiftCardSettings(ctx)).on)
    throw new ShopError('CONFLICT', 'Hediye kartları kapalı; önce Ayarlar › Hediye kartları bölümünden açın.')
  try {
    return await inTransaction(ctx, async (ctx) => {
      const made = await insertCards(ctx, input, actorId, key)
      const [{ card, code } = { card: undefined, code: '' }] = made
      await recordChange(ctx, {
        action: 'gift-card.create',
        subject: { id: card?.id ?? '', name: made.length === 1 ? `…${tailOf(code)}` : `${made.length} hediye kartı` },
        after: { giftKurus: input.amount, giftCards: made.length, note: input.note, to: input.recipientEmail ?? '' },
      })
      if (card) await mailCode(ctx, card, code)
      return made.map(({ card, code }) => ({ ...shownCard(card), code: shownCode(code) }))
    })
  } catch (error) {
    if (brokenConstraint(error) !== 'gift_cards_request_key') throw error
    throw new ShopError(
      'CONFLICT',
      'Bu kartlar az önce oluşturuldu; listeyi yenileyin. Kodu görmek için karta yeni kod verin.',
    )
  }
}

async function insertCards(ctx: Ctx, input: NewGiftCards, actorId: string | null, key: string | undefined) {
  const { amount, count, note, recipientEmail = null, recipientName, message } = input
  const now = ctx.clock()
  const codes = Array.from({ length: count }, newCode)
  const cards = await ctx.db
    .insert(giftCards)
    .values(
      codes.map((code, position) => ({
        ...{ id: newId(), codeHash: hashOf(code), codeTail: tailOf(code) },
        ...{ initialKurus: amount, balanceKurus: amount, note, recipientEmail, recipientName, message },
        ...{ actorId, requestKey: key ?? null, position, createdAt: now, updatedAt: now },
      })),
    )
    .returning()
  await ctx.db.insert(giftCardEntries).values(
    cards.map(({ id: cardId }) => {
      return { id: newId(), cardId, amountKurus: amount, cause: 'issued' as const, actorId, createdAt: now }
    }),
  )
  return cards.map((card, index) => ({ card, code: codes[index] ?? '' }))
}

async function mailCode(ctx: Ctx, card: Row, code: string): Promise<void> {
  if (!card.recipientEmail) return
  const { recipientName, message, balanceKurus } = card
  const facts = { recipientName, message, balanceKurus, code: shownCode(code) }
  await queueMail(ctx, { to: card.recipientEmail, ...giftCardMail(await findBrand(ctx), facts) })
}

function shownCard({ codeHash, requestKey, position, actorId, ...card }: Row): GiftCard {
  return { ...card, state: card.blockedAt ? 'BLOCKED' : card.balanceKurus === 0 ? 'USED' : 'OPEN' }
}

const conditions: Record<GiftState, SQL | undefined> = {
  OPEN: and(isNull(giftCards.blockedAt), gt(giftCards.balanceKurus, 0)),
  USED: and(isNull(giftCards.blockedAt), eq(giftCards.balanceKurus, 0)),
  BLOCKED: isNotNull(giftCards.blockedAt),
}

/** `openKurus`: what the shop owes on all cards, blocked ones too. */
export type GiftCardList = { items: GiftCard[]; total: number; openKurus: number }

/** The newest first. */
export async function listGiftCards(ctx: Ctx, { page, limit, state, q }: GiftCardQuery): Promise<GiftCardList> {
  requireRight(ctx, 'orders-read')
  const where = and(state && conditions[state], q ? matching(ctx, q) : undefined)
  const items = await ctx.db
    .select()
    .from(giftCards)
    .where(where)
    .orderBy(desc(giftCards.createdAt), desc(giftCards.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(giftCards).where(where)
  const [sum] = await ctx.db
    .select({ kurus: sql<number>`coalesce(sum(${giftCards.balanceKurus}), 0)::float8` })
    .from(giftCards)
  return { items: items.map(shownCard), total, openKurus: sum?.kurus ?? 0 }
}

/** Only the end of a code can be searched. Staff who may not see addresses find nothing by them. */
function matching(ctx: Ctx, q: string): SQL | undefined {
  const like = `%${literal(q)}%`
  const tail = q.replace(/[\s-]/g, '').toUpperCase().slice(-4)
  return or(
    eq(giftCards.codeTail, tail),
    ilike(giftCards.note, like),
    hasRight(ctx, 'contacts') ? ilike(giftCards.recipientEmail, like) : undefined,
    ilike(giftCards.recipientName, like),
  )
}

/** All cards, the newest first, a page at a time. */
export async function* eachGiftCard(ctx: Ctx): AsyncGenerator<GiftCard> {
  const limit = 100
  for (let page = 1; ; page++) {
    const { items } = await listGiftCards(ctx, { page, limit })
    yield* items
    if (items.length < limit) return
  }
}

export type GiftCardDetail = GiftCard & { entries: GiftEntry[] }

export async function getGiftCard(ctx: Ctx, id: string): Promise<GiftCardDetail> {
  requireRight(ctx, 'orders-read')
  return detailOf(ctx, id)
}

async function detailOf(ctx: Ctx, id: string): Promise<GiftCardDetail> {
  const [card] = isId(id) ? await ctx.db.select().from(giftCards).where(eq(giftCards.id, id)) : []
  if (!card) throw notFound('Hediye kartı bulunamadı.')
  return { ...shownCard(card), entries: await listEntries(ctx, id) }
}

/** Nobody can pay with a blocked card; its money stays on it, and what goes back of an order too. */
export async function blockGiftCard(ctx: Ctx, id: string, blocked: boolean): Promise<GiftCardDetail> {
  requireRight(ctx, 'orders')
  const { codeTail, state } = await detailOf(ctx, id)
  const now = ctx.clock()
  if ((state === 'BLOCKED') !== blocked)
    await inTransaction(ctx, async (ctx) => {
      await ctx.db
        .update(giftCards)
        .set({ blockedAt: blocked ? now : null, updatedAt: now })
        .where(eq(giftCards.id, id))
      await recordChange(ctx, {
        action: 'gift-card.update',
        subject: { id, name: `…${codeTail}` },
        before: { blocked: !blocked },
        after: { blocked },
      })
    })
  return detailOf(ctx, id)
}

/** Gives a card another code, as the old one was lost or seen by others; to a recipient's address it is mailed. */
export async function renewGiftCardCode(ctx: Ctx, id: string): Promise<NewCard> {
  requireRight(ctx, 'orders')
  const before = await detailOf(ctx, id)
  if (before.state === 'USED') throw new ShopError('CONFLICT', 'Bu kartta bakiye kalmamış; yeni kod verilmez.')
  const code = newCode()
  return inTransaction(ctx, async (ctx) => {
    const [card] = await ctx.db
      .update(giftCards)
      .set({ codeHash: hashOf(code), codeTail: tailOf(code), updatedAt: ctx.clock() })
      .where(eq(giftCards.id, id))
      .returning()
    if (!card) throw notFound('Hediye kartı bulunamadı.')
    await recordChange(ctx, {
      action: 'gift-card.code',
      subject: { id, name: `…${card.codeTail}` },
      before: { cardEnd: before.codeTail },
      after: { cardEnd: card.codeTail },
    })
    await mailCode(ctx, card, code)
    return { ...shownCard(card), code: shownCode(code) }
  })
}
