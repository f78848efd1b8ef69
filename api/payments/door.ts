import { z } from '@hono/zod-openapi'
import { emailCode } from '#shop/checkout/contract.ts'
import { confirmAtDoor, resendDoorCode } from '#shop/checkout/ways/door/confirm.ts'
import { badInput, json, ok, resource, userFailures } from '../api.ts'
import { bought } from '../authenticate.ts'
import { toWirePayment } from '../payments.ts'
import { route } from '../route.ts'

const OrderId = z.object({ orderId: z.string().max(64) })

const Code = z.object({ code: emailCode })

const over = 'The time is up, or wrong codes ended it (CODE_OVER): the units are on sale again'

/** The code that confirms an order paid at the door. */
export const doorCodes = resource()
  .openapi(
    route('POST /payments/{orderId}/code', {
      tags: ['Checkout'],
      summary: 'Places an own order that is paid at the door, by the code that was sent',
      description: 'The right code again answers the same. WRONG_CODE has the tries that are left in data.triesLeft.',
      ...bought,
      request: { params: OrderId, ...json(Code) },
      failures: { ...userFailures, ...badInput, 404: 'No such order of this user', 409: over },
    }),
    async (c) => {
      const state = await confirmAtDoor(c.get('ctx'), c.req.valid('param').orderId, c.req.valid('json').code)
      return ok(c, toWirePayment(state), 'Siparişiniz onaylandı.')
    },
  )
  .openapi(
    route('POST /payments/{orderId}/code/resend', {
      tags: ['Checkout'],
      summary: 'Sends another code; the earlier one no longer counts',
      ...bought,
      request: { params: OrderId },
      failures: {
        ...userFailures,
        404: 'No such order of this user',
        409: over,
        429: 'Three codes were sent, or one less than a minute ago',
      },
    }),
    async (c) => {
      const state = await resendDoorCode(c.get('ctx'), c.req.valid('param').orderId)
      return ok(c, toWirePayment(state), 'Yeni kod gönderildi.')
    },
  )
