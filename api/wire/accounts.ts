import { z } from '@hono/zod-openapi'
import { roles } from '#shop/rights.ts'
import { success } from './envelope.ts'
import { AskedStep } from './second-step.ts'

const Tokens = z
  .object({
    accessToken: z.string().openapi({ description: 'JWT for the Authorization header, good for 15 minutes' }),
    refreshToken: z.string().openapi({ description: 'For the next pair; good until the pair it gives is used' }),
  })
  .openapi('Tokens')

const WireAccount = z
  .object({
    id: z.uuid(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    role: z.enum(roles),
    emailVerified: z.boolean(),
  })
  .openapi('Account')

const Entered = Tokens.extend({ user: WireAccount }).openapi('SignedIn')

export type WireProfile = z.infer<typeof WireProfile>
const WireProfile = WireAccount.extend({
  pendingEmail: z.string().nullable().openapi({ description: 'Takes effect once the link mailed to it is opened' }),
}).openapi('Profile')

export type WireSession = z.infer<typeof WireSession>
const WireSession = z
  .object({
    id: z.uuid(),
    device: z.string(),
    address: z.string(),
    current: z.boolean(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
  })
  .openapi('Session')

export type WireAddress = z.infer<typeof WireAddress>
const WireAddress = z
  .object({
    id: z.uuid(),
    title: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string().openapi({ description: 'E.164' }),
    address: z.string(),
    city: z.string(),
    district: z.string().nullable(),
    neighbourhood: z.string().nullable(),
    postalCode: z.string().nullable(),
    isDefault: z.boolean(),
  })
  .openapi('Address')

export type WireMailPreferences = z.infer<typeof WireMailPreferences>
const WireMailPreferences = z
  .object({
    marketing: z.object({
      granted: z.boolean(),
      since: z.iso.datetime().nullable(),
      text: z.string().openapi({ description: 'What is agreed to' }),
      version: z.string().openapi({ description: 'Of that text; agreeing names it' }),
    }),
  })
  .openapi('MailPreferences')

const Ended = z.object({ ended: z.number().int() })

export const accountAnswers = {
  'POST /auth/register': success(z.null()),
  'POST /auth/login': success(z.union([Entered, AskedStep])),
  'POST /auth/second-step': success(Entered),
  'POST /auth/refresh': success(Tokens),
  'POST /auth/logout': success(z.null()),
  'POST /auth/verify-email': success(z.null()),
  'POST /auth/resend-verification': success(z.null()),
  'POST /auth/forgot-password': success(z.null()),
  'POST /auth/reset-password': success(z.null()),
  'GET /account': success(WireProfile),
  'PUT /account': success(WireProfile),
  'DELETE /account': success(z.null()),
  'PUT /account/password': success(z.null()),
  'GET /account/sessions': success(z.array(WireSession)),
  'DELETE /account/sessions': success(Ended),
  'DELETE /account/sessions/{id}': success(Ended),
  'GET /account/addresses': success(z.array(WireAddress)),
  'POST /account/addresses': success(WireAddress),
  'PUT /account/addresses/{id}': success(WireAddress),
  'DELETE /account/addresses/{id}': success(z.null()),
  'GET /account/mail-preferences': success(WireMailPreferences),
  'PUT /account/mail-preferences': success(WireMailPreferences),
  'POST /mail-consents': success(z.null()),
  'POST /unsubscribe': success(z.null()),
}
