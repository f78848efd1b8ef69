import { z } from 'zod'

const mailStates = ['failed', 'waiting', 'sent', 'all'] as const

export const MailQuery = z.object({
  /** `failed`: at least one try failed, and none has succeeded since. */
  state: z.enum(mailStates, 'Durum geçersiz').default('failed'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  q: z.string().trim().max(200).optional(),
})
export type MailQuery = z.infer<typeof MailQuery>
