import { z } from 'zod'
import { tlAmount } from '../fields/contract.ts'

/**
 * gift: by the owner. taken-back: by her, of a gift or of what she paid out elsewhere. refund: instead of money, or of what was
 * paid with credit. spent: in an order. returned: the order was never paid in full, or became cheaper. moved-out, moved-in: with
 * her whole account into another.
 */
export const creditCauses = ['gift', 'taken-back', 'refund', 'spent', 'returned', 'moved-out', 'moved-in'] as const
export type CreditCause = (typeof creditCauses)[number]

/** Credit that the owner gives a customer, or takes back; in TL, given on in kuruş. */
export const NewCredit = z.object({
  amount: tlAmount('Tutarı yazın', 'Tutar sıfırdan büyük olmalı').refine(
    (kurus) => kurus <= 10_000_000,
    'Bir seferde en çok 100.000 TL verilebilir',
  ),
  /** Takes it back instead. */
  takeBack: z.boolean().default(false),
  reason: z.string('Sebebini yazın').trim().min(1, 'Sebebini yazın').max(500, 'Sebep en çok 500 karakter olabilir'),
})
export type NewCredit = z.infer<typeof NewCredit>
