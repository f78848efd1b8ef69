import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { settings } from '../settings/schema.ts'
import { findSetting } from '../settings/settings.ts'

const key = 'notices.vapid'
const Keys = z.object({ publicKey: z.string(), privateKey: z.string() })
export type PushKeys = z.infer<typeof Keys>

/**
 * The keys that the shop signs its messages with (VAPID, RFC 8292), made when first needed. When two processes make them at once,
 * the first one's count: every subscription is bound to them.
 */
export async function findPushKeys(ctx: Ctx): Promise<PushKeys> {
  const known = await findSetting(ctx, key, Keys)
  if (known) return known
  const { default: webPush } = await import('web-push')
  const value = webPush.generateVAPIDKeys()
  await ctx.db.insert(settings).values({ key, value, updatedAt: ctx.clock() }).onConflictDoNothing()
  return (await findSetting(ctx, key, Keys)) ?? value
}
