import { z } from '@hono/zod-openapi'
import { buyerOfKey, isGuestKey } from '#shop/accounts/guests/keys.ts'
import type { Ctx } from '#shop/ctx.ts'
import { notFound, ShopError } from '#shop/errors.ts'
import { emailText } from '#shop/fields/contract.ts'
import { emailRule } from '#shop/fields/rules.ts'
import { requestOrderLink } from '#shop/orders/guests/links.ts'
import { badInput, bearer, json, limited, ok, resource } from '../api.ts'
import { detailOf } from '../orders.ts'
import { route } from '../route.ts'

const Asked = z.object({
  orderNumber: z
    .string('Sipariş numaranızı yazın')
    .trim()
    .regex(/^#?[0-9A-Fa-f]{8}$/, 'Sipariş numarası 8 karakterdir; onay e-postanızda yazar')
    // In one spelling, as wishes are counted by it.
    .transform((number) => number.replace('#', '').toUpperCase()),
  email: emailText(emailRule('E-posta adresinizi yazın')),
})

const sent =
  'Bu bilgilerle üye olmadan verilmiş bir sipariş varsa yeni bağlantısını e-postayla gönderdik; önceki bağlantılar kapanır.'

/** The orders of guests, by the links of their mails. With a link's token as bearer token the calls of /orders/{id} do the rest. */
export const guestOrders = resource()
  .openapi(
    route('GET /orders/guest', {
      tags: ['Orders'],
      summary: "The order of a mail's link, whose token is the bearer token",
      security: bearer,
      failures: { 401: 'The link has ended, or its order is in an account by now (LOGIN_REQUIRED)' },
    }),
    async (c) => ok(c, await orderOf(c.get('ctx'))),
  )
  .openapi(
    route('GET /orders/guest/{token}', {
      tags: ['Orders'],
      summary: 'The same, with the token in the address',
      description: 'Addresses end up in logs; programs had better send the token as bearer token.',
      request: { params: z.object({ token: z.string().max(100) }) },
      failures: {
        ...limited,
        401: 'Its order is in an account by now (LOGIN_REQUIRED)',
        404: 'The link has ended, or did not come by mail',
      },
    }),
    async (c) => ok(c, await orderOf(await openedBy(c.get('ctx'), c.req.valid('param').token))),
  )
  .openapi(
    route('POST /orders/guest/link', {
      tags: ['Orders'],
      summary: 'Mails a new link to an order to the address that it was placed with; the earlier links end',
      description: 'The same answer whether or not there is such an order.',
      request: json(Asked),
      failures: { ...badInput, ...limited },
    }),
    async (c) => {
      const { orderNumber: number, email } = c.req.valid('json')
      await requestOrderLink(c.get('ctx'), { number, email })
      return ok(c, null, sent)
    },
  )

async function openedBy(ctx: Ctx, token: string): Promise<Ctx> {
  const ended = () => notFound('Bu bağlantı artık geçerli değil; lütfen yeni bir bağlantı isteyin.')
  if (!isGuestKey(token)) throw ended()
  const opened = { ...ctx, actor: await buyer() }
  if (!linkedOrder(opened)) throw ended()
  return opened

  async function buyer() {
    try {
      return await buyerOfKey(ctx, token)
    } catch (error) {
      throw error instanceof ShopError && error.code === 'UNAUTHENTICATED' ? ended() : error
    }
  }
}

/** The order whose link came by mail; what a purchase was answered with is none. */
function linkedOrder({ actor }: Ctx): string | undefined {
  return actor.kind === 'buyer' && 'orderId' in actor.of && actor.of.mailed ? actor.of.orderId : undefined
}

function orderOf(ctx: Ctx) {
  const orderId = linkedOrder(ctx)
  if (orderId) return detailOf(ctx, orderId)
  throw new ShopError('UNAUTHENTICATED', 'Siparişinizi e-postanızdaki bağlantıyla açabilirsiniz.')
}
