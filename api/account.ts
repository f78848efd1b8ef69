import { createRoute, z } from '@hono/zod-openapi'
import { getAccount } from '#shop/accounts/users.ts'
import { answers, bearer, resource } from './api.ts'

export const WireAccount = z
  .object({
    id: z.uuid(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    role: z.enum(['USER', 'ADMIN']),
    emailVerified: z.boolean(),
  })
  .openapi('Account')

export const account = resource().openapi(
  createRoute({
    method: 'get',
    path: '/account',
    tags: ['Account'],
    summary: 'The signed-in user',
    security: bearer,
    responses: answers(WireAccount, { 401: 'Not signed in' }),
  }),
  async (c) => c.json({ success: true as const, data: await getAccount(c.get('ctx')) }, 200),
)
