import { z } from 'zod'
import { NewPayment } from '../checkout/contract.ts'

export const contractKinds = ['pre-information', 'distance-sales'] as const
export type ContractKind = (typeof contractKinds)[number]

/** The order that is about to be placed, as payments/create gets it; of the card only what instalments depend on. */
export const ContractPreview = z.object({
  orderData: NewPayment.shape.orderData.omit({ acceptedContracts: true }),
  paymentData: z
    .object({
      installments: z.coerce.number('Taksit sayısı geçersiz').int().min(1).max(12).default(1),
      /** The card's first digits; needed for more than one instalment. */
      bin: z
        .string()
        .regex(/^\d{6,8}$/, 'Kartın ilk 6–8 rakamını gönderin')
        .optional(),
    })
    .optional(),
})
export type ContractPreview = z.infer<typeof ContractPreview>
