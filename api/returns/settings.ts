import { z } from '@hono/zod-openapi'
import type { Ctx } from '#shop/ctx.ts'
import { versionNumber } from '#shop/fields/contract.ts'
import {
  findReturnSettings,
  findReturnSettingsVersion,
  ReturnSettings,
  saveReturnSettings,
} from '#shop/returns/settings.ts'
import { badInput, json, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireReturnSettings } from '../wire/admin/settings.ts'

export async function presentReturnSettings(ctx: Ctx): Promise<WireReturnSettings> {
  return { version: await findReturnSettingsVersion(ctx), settings: await findReturnSettings(ctx) }
}

export const adminReturnSettings = resource().openapi(
  route('PUT /admin/settings/returns', {
    ...needs('settings'),
    summary: 'Whether shoppers may ask for returns by themselves, and how they send them',
    request: json(z.object({ settings: ReturnSettings, version: versionNumber().optional() })),
    failures: { ...staffFailures, ...badInput, 409: 'Somebody else saved since (EDIT_CONFLICT)' },
  }),
  async (c) => {
    const ctx = c.get('ctx')
    const { version, settings } = c.req.valid('json')
    await saveReturnSettings(ctx, settings, { version })
    return ok(c, await presentReturnSettings(ctx), 'Kolay iade ayarları kaydedildi.')
  },
)
