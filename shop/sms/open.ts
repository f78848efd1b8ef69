import type { Ctx } from '../ctx.ts'
import type { SmsSender } from './sender.ts'

/** The sender of the settings; its code is loaded when first needed. */
export async function openSender(settings: NonNullable<Ctx['config']['sms']>): Promise<SmsSender> {
  const { netgsm } = await import('./netgsm.ts')
  return netgsm(settings)
}
