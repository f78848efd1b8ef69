import { z } from 'zod'

/** The decisions that an owner can take on a payment that is not settled. */
export const resolutions = ['ask', 'complete', 'refund', 'refund-excess', 'close'] as const
export type Resolution = (typeof resolutions)[number]

/** The owner's word on a refund whose end the provider cannot tell. */
export const RefundDecision = z.object({
  outcome: z.enum(['gone', 'not-gone'], 'Paranın gidip gitmediğini seçin'),
  note: z
    .string('Açıklama gerekli')
    .trim()
    .min(1, 'Açıklama gerekli')
    .max(500, 'Açıklama en çok 500 karakter olabilir'),
})
export type RefundDecision = z.infer<typeof RefundDecision>
