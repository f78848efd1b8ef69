import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { auditEntries } from '../audit/schema.ts'
import { newId } from '../ctx.ts'
import type { Right } from '../rights.ts'
import { saveGiftCardSettings } from '../settings/gift-cards/gift-cards.ts'
import { blockGiftCard, createGiftCards, getGiftCard, listGiftCards, renewGiftCardCode } from './cards.ts'
import { NewGiftCards } from './contract.ts'
import { moveGifts } from './recipients.ts'

const ofHundred = NewGiftCards.parse({ amount: 100 })

test('whoever only reads orders makes no card, gives none a new code and blocks none; a shopper does not even see them', async ({
  ctx,
  as,
}) => {
  await saveGiftCardSettings(ctx, { on: true })
  const [{ id } = { id: '' }] = await createGiftCards(ctx, ofHundred)
  const before = await getGiftCard(ctx, id)
  await expect(getGiftCard(ctx, 'yok')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const user = await aUser(ctx)
  const actor = (rights: Right[]) => as({ kind: 'user', id: user.id, sessionId: newId(), address: '127.0.0.1', rights })
  const [reader, shopper] = [actor(['orders-read', 'amounts', 'contacts']), actor([])]
  expect(await getGiftCard(reader, id)).toEqual(before)
  expect((await listGiftCards(reader, { page: 1, limit: 10 })).total).toBe(1)
  for (const who of [reader, shopper])
    for (const change of [
      () => createGiftCards(who, ofHundred),
      () => renewGiftCardCode(who, id),
      () => blockGiftCard(who, id, true),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  for (const look of [() => getGiftCard(shopper, id), () => listGiftCards(shopper, { page: 1, limit: 10 })])
    await expect(look()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await getGiftCard(ctx, id)).toEqual(before)
})

test('cards that could not be written are not said to have been made a moment ago', async ({ ctx }) => {
  await saveGiftCardSettings(ctx, { on: true })
  await ctx.db.execute(sql`alter table audit_entries rename to audit_away`)
  await expect(createGiftCards(ctx, ofHundred, 'key')).rejects.not.toHaveProperty('code', 'CONFLICT')
  await ctx.db.execute(sql`alter table audit_away rename to audit_entries`)
  expect((await listGiftCards(ctx, { page: 1, limit: 10 })).total).toBe(0)
  expect(await createGiftCards(ctx, ofHundred, 'key')).toHaveLength(1)
  await expect(createGiftCards(ctx, ofHundred, 'key')).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('what is done with a card is in its history, and another address is written on her own cards alone', async ({
  ctx,
}) => {
  await saveGiftCardSettings(ctx, { on: true })
  const [one, other] = ['ayse@posta.example', 'banu@posta.example'].map((recipientEmail) =>
    NewGiftCards.parse({ amount: 100, recipientEmail }),
  )
  if (!one || !other) throw new Error('two cards are needed')
  const [card] = await createGiftCards(ctx, one)
  const [others] = await createGiftCards(ctx, other)
  const id = card?.id ?? ''
  await blockGiftCard(ctx, id, true)
  await blockGiftCard(ctx, id, false)
  const history = await ctx.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, id))
    .orderBy(auditEntries.createdAt, auditEntries.id)
  expect(history.map(({ action, before, after }) => [action, before?.blocked, after?.blocked])).toEqual([
    ['gift-card.create', undefined, undefined],
    ['gift-card.update', false, true],
    ['gift-card.update', true, false],
  ])
  await moveGifts(ctx, 'ayse@posta.example', 'ayse@baska.example')
  const addressOf = async (id = '') => (await getGiftCard(ctx, id)).recipientEmail
  expect([await addressOf(id), await addressOf(others?.id)]).toEqual(['ayse@baska.example', 'banu@posta.example'])
})
