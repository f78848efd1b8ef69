import { z } from '@hono/zod-openapi'
import { mailGuestCode } from '#shop/accounts/guests/codes.ts'
import { emailCode } from '#shop/checkout/contract.ts'
import { beginAsGuest } from '#shop/checkout/guest-order.ts'
import { emailText } from '#shop/fields/contract.ts'
import { ownEmailRule } from '#shop/fields/rules.ts'
import { badInput, json, limited, ok, resource } from '../api.ts'
import { route } from '../route.ts'

const email = emailText(ownEmailRule('E-posta adresinizi yazın'))
const off = 'Nobody buys without an account here'

/** Buying without an account: an address is proved by a code, and what it opens is a purchase, no account. */
export const guestCheckout = resource()
  .openapi(
    route('POST /checkout/email-code', {
      tags: ['Checkout'],
      summary: 'Mails a code of six digits to who wants to buy without an account; an earlier one no longer counts',
      description: 'The same answer whether or not the address has an account.',
      request: json(z.object({ email })),
      failures: { ...badInput, ...limited, 404: off },
    }),
    async (c) => {
      const { sentTo, until } = await mailGuestCode(c.get('ctx'), c.req.valid('json').email)
      return ok(c, { sentTo, until: until.toISOString() }, 'Kodu e-posta adresinize gönderdik.')
    },
  )
  .openapi(
    route('POST /checkout/guest', {
      tags: ['Checkout'],
      summary: 'Opens a purchase by the mailed code, once: its token is the bearer token of what she buys',
      description:
        'WRONG_CODE has the tries that are left in data.triesLeft. The token shows nothing of an account with the same address, and none of her earlier orders.',
      request: json(z.object({ email, code: emailCode })),
      failures: { ...badInput, ...limited, 404: off, 409: 'The time is up, or wrong codes ended it (CODE_OVER)' },
    }),
    async (c) => {
      const input = c.req.valid('json')
      const { token, until } = await beginAsGuest(c.get('ctx'), input)
      return ok(c, { token, email: input.email, until: until.toISOString() })
    },
  )
