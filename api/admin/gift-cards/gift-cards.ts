import { z } from '@hono/zod-openapi'
import { type Ctx, hasRight } from '#shop/ctx.ts'
import {
  blockGiftCard,
  createGiftCards,
  type GiftCard,
  type GiftCardDetail,
  getGiftCard,
  listGiftCards,
  renewGiftCardCode,
} from '#shop/gift-cards/cards.ts'
import { GiftCardQuery, NewGiftCards } from '#shop/gift-cards/contract.ts'
import { toTl } from '#shop/money.ts'
import { created, Id, json, ok, okPage, page, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { route } from '../../route.ts'
import type { WireGiftCard, WireGiftCardDetail } from '../../wire/gift-cards.ts'

function toWire(ctx: Ctx, card: GiftCard): WireGiftCard {
  const { id, state, note, recipientEmail, recipientName, message } = card
  return {
    ...{ id, state, note, recipientName, message },
    ...(hasRight(ctx, 'contacts') ? { recipientEmail } : {}),
    tail: card.codeTail,
    initial: toTl(card.initialKurus),
    balance: toTl(card.balanceKurus),
    createdAt: card.createdAt.toISOString(),
  }
}

function toWireDetail(ctx: Ctx, { entries, ...card }: GiftCardDetail): WireGiftCardDetail {
  return {
    ...toWire(ctx, card),
    entries: entries.map(({ id, amountKurus, cause, orderId, createdAt }) => {
      return { id, cause, orderId, amount: toTl(amountKurus), createdAt: createdAt.toISOString() }
    }),
  }
}

const missing = { ...staffFailures, 404: 'No such card' }

export const adminGiftCards = resource()
  .openapi(
    route('GET /admin/gift-cards', {
      ...needs('orders-read', 'amounts'),
      summary: 'Gift cards, the newest first',
      request: { query: GiftCardQuery },
      failures: { 400: 'A bad parameter', ...staffFailures },
    }),
    async (c) => {
      const query = c.req.valid('query')
      const ctx = c.get('ctx')
      const { items, total, openKurus } = await listGiftCards(ctx, query)
      const data = items.map((card) => toWire(ctx, card))
      return okPage(c, data, page(query, total), { open: toTl(openKurus) })
    },
  )
  .openapi(
    route('POST /admin/gift-cards', {
      ...needs('orders', 'amounts', 'confirmed'),
      summary: 'Makes gift cards of one amount; their codes are told this once',
      description:
        'A single card with an address is mailed there. With an Idempotency-Key the same request again makes none.',
      request: {
        headers: z.object({ 'idempotency-key': z.string().min(1).max(200).optional() }),
        ...json(NewGiftCards),
      },
      created: true,
      failures: { ...staffFailures, 400: 'Invalid fields', 409: 'Gift cards are off, or the key was used' },
    }),
    async (c) => {
      const key = c.req.valid('header')['idempotency-key']
      const cards = await createGiftCards(c.get('ctx'), c.req.valid('json'), key)
      const made = cards.length === 1 ? 'Hediye kartı oluşturuldu' : `${cards.length} hediye kartı oluşturuldu`
      const mailed = cards[0]?.recipientEmail ? `${made} ve e-postayla gönderildi.` : `${made}.`
      return created(
        c,
        cards.map((card) => toWireNew(c.get('ctx'), card)),
        mailed,
      )
    },
  )
  .openapi(
    route('GET /admin/gift-cards/{id}', {
      ...needs('orders-read', 'amounts'),
      summary: 'A gift card and where its money went',
      request: { params: Id },
      failures: missing,
    }),
    async (c) => ok(c, toWireDetail(c.get('ctx'), await getGiftCard(c.get('ctx'), c.req.valid('param').id))),
  )
  .openapi(
    route('POST /admin/gift-cards/{id}/block', {
      ...needs('orders', 'amounts'),
      summary: 'Nobody can pay with it any more; its money stays on it',
      request: { params: Id },
      failures: missing,
    }),
    async (c) => {
      const card = await blockGiftCard(c.get('ctx'), c.req.valid('param').id, true)
      return ok(c, toWireDetail(c.get('ctx'), card), 'Kart kullanıma kapatıldı.')
    },
  )
  .openapi(
    route('POST /admin/gift-cards/{id}/unblock', {
      ...needs('orders', 'amounts'),
      summary: 'It pays again',
      request: { params: Id },
      failures: missing,
    }),
    async (c) => {
      const card = await blockGiftCard(c.get('ctx'), c.req.valid('param').id, false)
      return ok(c, toWireDetail(c.get('ctx'), card), 'Kart yeniden kullanıma açıldı.')
    },
  )
  .openapi(
    route('POST /admin/gift-cards/{id}/code', {
      ...needs('orders', 'amounts', 'confirmed'),
      summary: 'Gives it another code, told this once and mailed to its address; the old one is void',
      request: { params: Id },
      failures: { ...missing, 409: 'Nothing is left on it' },
    }),
    async (c) => {
      const card = await renewGiftCardCode(c.get('ctx'), c.req.valid('param').id)
      return ok(
        c,
        toWireNew(c.get('ctx'), card),
        card.recipientEmail ? 'Yeni kod verildi ve e-postayla gönderildi.' : 'Yeni kod verildi.',
      )
    },
  )

function toWireNew(ctx: Ctx, { code, ...card }: GiftCard & { code: string }) {
  return { ...toWire(ctx, card), code }
}
