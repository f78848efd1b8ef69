import { z } from 'zod'

const customerSorts = ['newest', 'spent', 'last-order'] as const

export const CustomerQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(25),
  /** Looks in names, e-mail addresses and telephone numbers. */
  q: z.string().trim().max(200).optional(),
  bought: z.enum(['never', 'once', 'several'], 'Bilinmeyen süzgeç').optional(),
  /** open: a return of hers is under way. */
  returns: z.enum(['open'], 'Bilinmeyen süzgeç').optional(),
  sort: z.enum(customerSorts, 'Bilinmeyen sıralama').default('last-order'),
})
export type CustomerQuery = z.infer<typeof CustomerQuery>

export const NewCustomerNote = z.object({
  text: z.string('Notu yazın').trim().min(1, 'Notu yazın').max(2000, 'Not en çok 2.000 karakter olabilir'),
})

export const CustomerMerge = z.object({
  /** The account that ends; all of it goes to the one in the address. */
  otherId: z.string('Birleştirilecek hesabı seçin').max(64),
})
