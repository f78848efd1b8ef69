import { createRoute, z } from '@hono/zod-openapi'
import { getLegalSettings, LegalSettings, saveLegalSettings } from '#shop/settings/legal.ts'
import { ShopPolicies } from '#shop/settings/policies.ts'
import { answers, bearer, resource } from './api.ts'

export const WireLegal = z
  .object({
    /** What was saved; blank where nothing was. */
    settings: ShopPolicies.extend({ priceWindowDays: z.number().int() }),
    /** With what the environment and, in a demo, the demo adds. */
    inForce: ShopPolicies,
    /** Without these a live shop does not start. */
    missing: z.array(z.string()),
    version: z.number().int(),
  })
  .openapi('LegalSettings')

const guarded = { 401: 'Not signed in', 403: 'Not an admin' }

export const adminLegal = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/settings/legal',
      tags: ['Admin'],
      summary: 'Who sells, who carries returns, how far back a discount looks',
      security: bearer,
      responses: answers(WireLegal, guarded),
    }),
    async (c) => c.json({ success: true as const, data: await getLegalSettings(c.get('ctx')) }, 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/settings/legal',
      tags: ['Admin'],
      summary: 'Saves the given legal settings; the others stay',
      security: bearer,
      request: {
        body: {
          required: true,
          content: {
            'application/json': { schema: LegalSettings.extend({ version: z.number().int().min(0).optional() }) },
          },
        },
      },
      responses: answers(WireLegal, {
        ...guarded,
        400: 'Invalid input',
        409: 'Somebody else saved since (EDIT_CONFLICT)',
      }),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, ...change } = c.req.valid('json')
      await saveLegalSettings(ctx, change, { version })
      const data = await getLegalSettings(ctx)
      return c.json({ success: true as const, data, message: 'Yasal bilgiler kaydedildi.' }, 200)
    },
  )
