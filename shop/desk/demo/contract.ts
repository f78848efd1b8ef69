import { z } from 'zod'

/** The word to type before the demo is cleared, so that nobody clears it by accident. */
export const clearWord = 'TEMİZLE'

export const ClearDemo = z.object({
  confirmation: z
    .string('Onay sözcüğünü yazın')
    .trim()
    .refine((word) => word.toLocaleUpperCase('tr') === clearWord, `Onaylamak için ${clearWord} yazın`),
})
export type ClearDemo = z.infer<typeof ClearDemo>

/** Numbers of what goes, and of the demo's things that stay, with the reason in the name. */
export type DemoCounts = {
  products: number
  categories: number
  orders: number
  customers: number
  messages: number
  /** Gone from the shop, but kept for the orders that hold them. */
  retired: number
  /** The owner changed them: they are hers. */
  changed: number
  /** Categories with products of the owner's own. */
  keptCategories: number
}
