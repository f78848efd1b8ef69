import { z } from '@hono/zod-openapi'
import type { Ctx } from '#shop/ctx.ts'
import { versionNumber } from '#shop/fields/contract.ts'
import { networkOf, takeLimit } from '#shop/limits.ts'
import { fromTl, toTl } from '#shop/money.ts'
import {
  changeInstallmentSettings,
  findCardEntry,
  findInstallmentSettings,
  findInstallmentVersion,
  listInstallmentOffers,
} from '#shop/payments/installments.ts'
import { json, ok, resource, staffFailures } from './api.ts'
import { needs } from './authenticate.ts'
import { route } from './route.ts'
import { InstallmentChange, type WireInstallments } from './wire/admin/settings.ts'

async function present(ctx: Ctx): Promise<WireInstallments> {
  const { minimumKurus, ...settings } = await findInstallmentSettings(ctx)
  return {
    ...settings,
    cardEntry: await findCardEntry(ctx),
    minimumAmount: toTl(minimumKurus),
    version: await findInstallmentVersion(ctx),
  }
}

export const installments = resource()
  .openapi(
    route('GET /payments/installments', {
      tags: ['Checkout'],
      summary: 'What a price costs in installments, for every card family or for one card by its first digits',
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
      failures: { 400: 'No such price', 429: 'Too many questions', 503: 'Not known now' },
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
      return ok(c, data)
    },
  )
  .openapi(
    route('GET /admin/settings/installments', {
      ...needs('settings'),
      summary: 'Which installments are offered, and who bears their fee',
      failures: staffFailures,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      return ok(c, await present(ctx))
    },
  )
  .openapi(
    route('PUT /admin/settings/installments', {
      ...needs('settings'),
      summary: 'Sets which installments are offered, and who bears their fee',
      request: json(InstallmentChange.extend({ version: versionNumber().optional() })),
      failures: {
        ...staffFailures,
        400: 'Invalid settings',
        409: 'Somebody else saved since (EDIT_CONFLICT)',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, minimumAmount, ...settings } = c.req.valid('json')
      const minimumKurus = fromTl(minimumAmount) ?? 0
      await changeInstallmentSettings(ctx, { ...settings, minimumKurus }, { version })
      return ok(c, await present(ctx), 'Taksit ayarları kaydedildi.')
    },
  )
