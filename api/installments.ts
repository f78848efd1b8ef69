import { createRoute, z } from '@hono/zod-openapi'
import { type Ctx, requireAdmin } from '#shop/ctx.ts'
import { networkOf, takeLimit } from '#shop/limits.ts'
import { fromTl, toTl } from '#shop/money.ts'
import {
  changeInstallmentSettings,
  findInstallmentSettings,
  findInstallmentVersion,
  InstallmentSettings,
  listInstallmentOffers,
} from '#shop/payments/installments.ts'
import { answers, bearer, resource } from './api.ts'

const Offers = z
  .array(
    z.object({
      family: z.string().openapi({ description: 'Card family; empty when the card has none' }),
      bank: z.string().nullable(),
      options: z.array(z.object({ count: z.number().int(), total: z.number(), monthly: z.number() })),
    }),
  )
  .openapi('InstallmentOffers')

const WireSettings = InstallmentSettings.omit({ minimumKurus: true }).extend({
  minimumAmount: z
    .number('Tutar geçersiz')
    .min(0, 'Tutar geçersiz')
    .max(1_000_000, 'Tutar geçersiz')
    .refine((amount) => fromTl(amount) !== undefined, 'Tutar geçersiz')
    .default(0)
    .openapi({ description: 'TL; below this there is only a single payment' }),
})

/** With the version for the lock. */
export const WireInstallments = WireSettings.extend({ version: z.number().int() }).openapi('InstallmentSettings')

async function present(ctx: Ctx): Promise<z.infer<typeof WireInstallments>> {
  const { minimumKurus, ...settings } = await findInstallmentSettings(ctx)
  return { ...settings, minimumAmount: toTl(minimumKurus), version: await findInstallmentVersion(ctx) }
}

const guarded = { 401: 'Not signed in', 403: 'Not an admin' }

export const installments = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/payments/installments',
      tags: ['Checkout'],
      summary: 'What a price costs in instalments, for every card family or for one card by its first digits',
      request: {
        query: z.object({
          price: z.coerce
            .number('Tutar geçersiz')
            .positive('Tutar geçersiz')
            .max(10_000_000, 'Tutar geçersiz')
            .refine((price) => fromTl(price) !== undefined, 'Tutar geçersiz'),
          bin: z
            .string()
            .regex(/^\d{6,8}$/, 'Kartın ilk 6–8 rakamını gönderin')
            .optional(),
        }),
      },
      responses: answers(Offers, { 400: 'No such price', 429: 'Too many questions', 503: 'Not known now' }),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { price, bin } = c.req.valid('query')
      await takeLimit(ctx, { key: `installments:${networkOf(ctx)}`, limit: 60, windowSeconds: 60 })
      const offers = await listInstallmentOffers(ctx, fromTl(price) ?? 0, bin)
      const data = offers.map(({ family, bank, options }) => ({
        family,
        bank,
        options: options.map(({ count, totalKurus, monthlyKurus }) => ({
          count,
          total: toTl(totalKurus),
          monthly: toTl(monthlyKurus),
        })),
      }))
      return c.json({ success: true as const, data }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/settings/installments',
      tags: ['Admin'],
      summary: 'Which instalments are offered, and who bears their fee',
      security: bearer,
      responses: answers(WireInstallments, guarded),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      await requireAdmin(ctx)
      return c.json({ success: true as const, data: await present(ctx) }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/settings/installments',
      tags: ['Admin'],
      summary: 'Sets which instalments are offered, and who bears their fee',
      security: bearer,
      request: {
        body: {
          required: true,
          content: {
            'application/json': { schema: WireSettings.extend({ version: z.number().int().min(0).optional() }) },
          },
        },
      },
      responses: answers(WireInstallments, {
        ...guarded,
        400: 'Invalid settings',
        409: 'Somebody else saved since (EDIT_CONFLICT)',
      }),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, minimumAmount, ...settings } = c.req.valid('json')
      const minimumKurus = fromTl(minimumAmount) ?? 0
      await changeInstallmentSettings(ctx, { ...settings, minimumKurus }, { version })
      return c.json({ success: true as const, data: await present(ctx), message: 'Taksit ayarları kaydedildi.' }, 200)
    },
  )
