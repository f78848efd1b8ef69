import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { findSetting } from '../settings.ts'

/** The facts that the shop's texts need about returns that shoppers request themselves. */
export const EasyReturns = z.object({
  enabled: z.boolean('Kolay iadenin açık olup olmadığını belirtin'),
  /** The shop's number at the carrier, which she says at the counter; blank: the return's own code is enough. */
  contractCode: z.string('Anlaşma kodu geçersiz').trim().max(40, 'Anlaşma kodu en çok 40 karakter olabilir'),
})
type EasyReturns = z.infer<typeof EasyReturns>

export const returnsKey = 'returns'

/** Off until the owner switches it on; a demo shows it. */
export async function findEasyReturns(ctx: Ctx): Promise<EasyReturns> {
  return (await findSetting(ctx, returnsKey, EasyReturns)) ?? { enabled: ctx.config.mode === 'demo', contractCode: '' }
}
