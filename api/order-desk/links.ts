import { htmlText } from '#shop/agreements/written.ts'
import type { Ctx } from '#shop/ctx.ts'
import { ShopError } from '#shop/errors.ts'
import { postalLines } from '#shop/fields/postal-address.ts'
import { toTl } from '#shop/money.ts'
import { LinkPayment, LinkToken } from '#shop/order-desk/contract.ts'
import { readLinkedOrder } from '#shop/order-desk/linked-order.ts'
import { payByLink } from '#shop/order-desk/pay-by-link.ts'
import { findBrand } from '#shop/settings/brand.ts'
import { findPolicies } from '#shop/settings/policies.ts'
import { findPromises } from '#shop/settings/terms.ts'
import { json, limited, ok, resource } from '../api.ts'
import { toWireOrder } from '../orders.ts'
import { toWirePayment, toWireTransfer } from '../payments.ts'
import { route } from '../route.ts'
import { success } from '../wire/envelope.ts'
import type { WireLinkedOrder } from '../wire/links.ts'
import { WirePayment } from '../wire/payments.ts'

async function present(ctx: Ctx, token: string): Promise<WireLinkedOrder> {
  const { order, state, open, transfer } = await readLinkedOrder(ctx, token)
  const { id, items, delivery } = toWireOrder(order, 'customer')
  // Links are passed on, and work on: where she lives is for who may still pay.
  const isOver = state === 'PAID' || state === 'ENDED'
  const totalAmount = toTl(order.totalKurus - order.exchangeKurus)
  const [preInformation, distanceSales] = (open?.contracts ?? []).map(({ kind, title, version, text, parts }) => ({
    ...{ kind, title, version, text, parts },
    html: htmlText(parts),
  }))
  const { withdrawal } = (await findPromises(ctx)).rules
  const contracts =
    open && preInformation && distanceSales
      ? { ...{ totalAmount, withdrawal, exemptions: open.exemptions }, preInformation, distanceSales }
      : undefined
  return {
    ...{ orderId: id, state, items, delivery, totalAmount },
    discount: toTl(order.discountKurus),
    discountReason: order.discountReason,
    seller: await sellerOf(ctx),
    recipient: isOver ? '' : `${order.firstName} ${order.lastName}`,
    address: isOver ? '' : postalLines(order).filter(Boolean).join(', '),
    ...(order.exchangeOf ? { exchange: toTl(order.exchangeKurus) } : {}),
    ...(open && contracts
      ? {
          open: {
            ...{ expiresAt: open.expiresAt.toISOString(), methods: open.methods, contracts },
            ...(open.declined ? { declined: open.declined } : {}),
          },
        }
      : {}),
    ...(transfer ? { transfer: toWireTransfer(transfer) } : {}),
  }
}

/** The seller's name and how to reach her; the pre-information form has all of it. */
async function sellerOf(ctx: Ctx): Promise<string> {
  const [{ shopName, shopEmail }, { merchantTitle, phone }] = [await findBrand(ctx), await findPolicies(ctx)]
  return [merchantTitle || shopName, phone, shopEmail].filter((part) => part !== '').join(', ')
}

/** Calls open to anyone with a link, without an account. Tokens travel in bodies: addresses end up in logs. */
export const paymentLinkCalls = resource()
  .openapi(
    route('POST /payment-links/order', {
      tags: ['Checkout'],
      summary: 'The order that a payment link opens, as it stands now, with the contracts to accept',
      request: json(LinkToken),
      failures: { 400: 'Invalid input, or a token of nothing (LINK_EXPIRED)', ...limited },
    }),
    async (c) => ok(c, await present(c.get('ctx'), c.req.valid('json').token)),
  )
  .openapi(
    route('POST /payment-links/payment', {
      tags: ['Checkout'],
      summary: 'Pays the order of a payment link',
      description: 'Of several who pay at once one does; another total than the present one is PRICE_CHANGED.',
      request: json(LinkPayment),
      failures: {
        400: 'Invalid input, contracts not accepted, or a link of nothing or of what is over (LINK_EXPIRED)',
        402: 'The bank declined',
        409: 'Paid already, being paid by somebody, another total, or this way to pay cannot be taken',
        ...limited,
      },
      responses: {
        202: {
          description: 'The bank has not answered yet',
          content: { 'application/json': { schema: success(WirePayment) } },
        },
      },
    }),
    async (c) => {
      const state = await payByLink(c.get('ctx'), c.req.valid('json'))
      if (state.status === 'DECLINED') throw new ShopError('PAYMENT_DECLINED', state.message)
      if (state.status === 'PENDING') return c.json({ success: true as const, data: toWirePayment(state) }, 202)
      return ok(c, toWirePayment(state))
    },
  )
