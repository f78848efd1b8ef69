import { z } from '@hono/zod-openapi'
import { fitNotes } from '#shop/catalog/garment.ts'
import { type Ctx, hasRight } from '#shop/ctx.ts'
import { shownOrderId } from '#shop/order-id.ts'
import { Completion, EnteredReturn, Receipt, Refusal, ReturnQuery } from '#shop/returns/contract.ts'
import { daysLeft } from '#shop/returns/days.ts'
import { approveReturn, completeReturn, keepWithdrawn, receiveReturn, refuseReturn } from '#shop/returns/decisions.ts'
import { turnIntoReturnAsStaff } from '#shop/returns/exchanges/again.ts'
import { listReturns } from '#shop/returns/inbox.ts'
import { listReasons, setFitNote } from '#shop/returns/reasons.ts'
import { enterReturn } from '#shop/returns/requests.ts'
import { getReturnAsStaff, type Return } from '#shop/returns/returns.ts'
import { findWayBack, type WayBack } from '#shop/returns/settings.ts'
import { badInput, created, Id, json, ok, okPage, page, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireAdminReturn } from '../wire/admin/returns.ts'
import type { WireReturn } from '../wire/returns.ts'
import { toWireReturn } from './shopper.ts'

function toWireAdminReturn(ctx: Ctx, found: Return, way: WayBack): WireAdminReturn {
  const { order } = found
  const moment = (at: Date | null) => at?.toISOString() ?? null
  return {
    ...asSeen(ctx, toWireReturn(found, way)),
    customer: `${order.firstName} ${order.lastName}`,
    ...(hasRight(ctx, 'contacts') ? { email: order.email, phone: order.phone } : {}),
    paymentMethod: order.paymentMethod,
    unpaid: order.paymentStatus === 'CASH_ON_DELIVERY',
    shownOrderId: shownOrderId(order.id),
    paysBack: found.refundKurus > 0,
    daysLeft: daysLeft(found.refundDueAt, ctx.clock()),
    enteredByStaff: found.enteredBy !== null,
    early: found.early,
    noticedAt: found.noticedAt.toISOString(),
    receivedAt: moment(found.receivedAt),
    shelvedAt: moment(found.shelvedAt),
    completedAt: moment(found.completedAt),
  }
}

function asSeen(ctx: Ctx, whole: WireReturn) {
  if (hasRight(ctx, 'amounts')) return whole
  const { refundAmount, difference, ...rest } = whole
  return { ...rest, items: whole.items.map(({ price, ...item }) => item) }
}

async function answerOf(ctx: Ctx, found: Return): Promise<WireAdminReturn> {
  return toWireAdminReturn(ctx, found, await findWayBack(ctx))
}

const missing = { ...staffFailures, 404: 'No such return' }

export const adminReturns = resource()
  .openapi(
    route('GET /admin/returns', {
      ...needs('returns'),
      summary: 'Returns, newest first',
      request: { query: ReturnQuery },
      failures: staffFailures,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const query = c.req.valid('query')
      const { items, total } = await listReturns(ctx, query)
      const way = await findWayBack(ctx)
      return okPage(
        c,
        items.map((found) => toWireAdminReturn(ctx, found, way)),
        page(query, total),
      )
    },
  )
  .openapi(
    route('GET /admin/returns/{id}', {
      ...needs('returns'),
      summary: 'One return',
      request: { params: Id },
      failures: missing,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      return ok(c, await answerOf(ctx, await getReturnAsStaff(ctx, c.req.valid('param').id)))
    },
  )
  .openapi(
    route('POST /admin/orders/{id}/returns', {
      ...needs('returns'),
      summary: 'Writes a return down that she asked for in a message; it is approved at once',
      request: { params: Id, ...json(EnteredReturn) },
      created: true,
      failures: {
        ...staffFailures,
        ...badInput,
        404: 'No such order',
        409: 'Not packed yet, or more than is left of it',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const found = await enterReturn(ctx, c.req.valid('param').id, c.req.valid('json'))
      return created(c, await answerOf(ctx, found), `İade kaydı açıldı; iade kodu ${found.code}.`)
    },
  )
  .openapi(
    route('POST /admin/returns/{id}/approve', {
      ...needs('returns'),
      summary: 'Agrees to a return, also to one that was refused',
      request: { params: Id },
      failures: { ...missing, 409: 'Not from here, or its pieces went another way meanwhile' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const found = await approveReturn(ctx, c.req.valid('param').id)
      return ok(c, await answerOf(ctx, found), `${nameOf(found)} onaylandı.`)
    },
  )
  .openapi(
    route('POST /admin/returns/{id}/refuse', {
      ...needs('returns'),
      summary: 'Refuses a return, or closes one that never came; she reads the reason',
      description:
        'Of an exchange whose difference was paid that goes back: needs `amounts`, and may be CONFIRMATION_REQUIRED.',
      request: { params: Id, ...json(Refusal) },
      failures: { ...missing, ...badInput, 409: 'Over, or its money is asked for' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const found = await refuseReturn(ctx, c.req.valid('param').id, c.req.valid('json'))
      return ok(c, await answerOf(ctx, found), `${nameOf(found)} reddedildi ve müşteriye yazıldı.`)
    },
  )
  .openapi(
    route('POST /admin/returns/{id}/receive', {
      ...needs('returns'),
      summary: 'The parcel is here; says in which condition its pieces are',
      request: { params: Id, ...json(Receipt) },
      failures: { ...missing, ...badInput, 409: 'Not approved, over, or put away before' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const found = await receiveReturn(ctx, c.req.valid('param').id, c.req.valid('json'))
      return ok(c, await answerOf(ctx, found), 'Paket teslim alındı.')
    },
  )
  .openapi(
    route('POST /admin/returns/{id}/complete', {
      ...needs('returns', 'amounts', 'confirmed'),
      summary: 'Pays a received return back the way it was paid, and puts its pieces away',
      description:
        'It is COMPLETED once the money is back: at once by card, after the owner’s transfer otherwise. `withoutParcel` pays back before the parcel came.',
      request: { params: Id, ...json(Completion) },
      failures: {
        ...missing,
        ...badInput,
        409: 'Not received, asked for before, not paid yet, or refused by the bank',
        503: 'The bank has not answered yet; the shop carries it through by itself',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const found = await completeReturn(ctx, c.req.valid('param').id, c.req.valid('json'))
      return ok(c, await answerOf(ctx, found), completed(found))
    },
  )
  .openapi(
    route('POST /admin/returns/{id}/keep', {
      ...needs('returns', 'amounts', 'confirmed'),
      summary: 'Keeps what was withdrawn from before its parcel left: approved, put away as new and paid back at once',
      description:
        'An order of which nothing is left to send is CANCELLED once its money is back; one that was to be paid at the door at once. Of one that is to be paid at the door in part the pieces are RECEIVED, and wait for its money.',
      request: { params: Id },
      failures: {
        ...missing,
        409: 'Its parcel has left, over, asked for before, or refused by the bank',
        503: 'The bank has not answered yet; the shop carries it through by itself',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const found = await keepWithdrawn(ctx, c.req.valid('param').id)
      return ok(c, await answerOf(ctx, found), found.status === 'RECEIVED' ? kept(found) : completed(found))
    },
  )

/** Calls for an exchange that became something else. */
export const adminExchanges = resource().openapi(
  route('POST /admin/returns/{id}/to-return', {
    ...needs('returns', 'amounts', 'confirmed'),
    summary: 'Turns an open exchange into a return, as agreed with her; what she paid for it goes back',
    request: { params: Id },
    failures: { ...missing, 409: 'Over, no exchange, or its new pieces are on their way' },
  }),
  async (c) => {
    const ctx = c.get('ctx')
    const found = await turnIntoReturnAsStaff(ctx, c.req.valid('param').id)
    return ok(c, await answerOf(ctx, found), 'Değişim iadeye çevrildi ve müşteriye yazıldı.')
  },
)

/** The note on fit that the product's page shows. */
const FitNoteChange = z.object({ note: z.enum(['SMALL', 'BIG'], 'Not SMALL ya da BIG olabilir').nullable() })

export const adminReturnReasons = resource()
  .openapi(
    route('GET /admin/return-reasons', {
      ...needs('returns'),
      summary: 'Why pieces came back in the last year, by product, color and size',
      failures: staffFailures,
    }),
    async (c) => ok(c, await listReasons(c.get('ctx'))),
  )
  .openapi(
    route('PUT /admin/products/{id}/fit-note', {
      ...needs('catalog'),
      summary: 'Agrees that a product’s page says what its returns told of its fit; null takes it back',
      request: { params: Id, ...json(FitNoteChange) },
      failures: { ...staffFailures, ...badInput, 404: 'No such product', 409: 'Its returns do not tell it' },
    }),
    async (c) => {
      const { note } = c.req.valid('json')
      const data = await setFitNote(c.get('ctx'), c.req.valid('param').id, note)
      return ok(c, data, note ? `Ürün sayfasında artık “${fitNotes[note]}” yazıyor.` : 'Not ürün sayfasından kalktı.')
    },
  )

const nameOf = ({ kind }: Return) => (kind === 'EXCHANGE' ? 'Değişim' : 'İade')

function kept(found: Return): string {
  if (found.money !== 'NONE') return completed(found)
  return 'Ürünler sizde kaldı; kalan ürünlerin parası kapıda alınınca iadeyi buradan tamamlayın.'
}

function completed(found: Return): string {
  const { money, kind, refundKurus } = found
  if (kind === 'EXCHANGE' && refundKurus === 0) return 'Değişim tamamlandı; yeni ürünü hazırlayabilirsiniz.'
  if (money === 'BY_HAND')
    return `${nameOf(found)} onaylandı; tutarı müşterinin hesabına gönderip Ödemeler’de işaretleyin.`
  if (kind === 'EXCHANGE') return 'Değişim tamamlandı, fark iade edildi; yeni ürünü hazırlayabilirsiniz.'
  return money === 'NONE' ? 'İade tamamlandı; geri ödenecek tutar kalmamıştı.' : 'İade tamamlandı, para iade edildi.'
}
