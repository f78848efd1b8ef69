import { z } from 'zod'
import { emailText, tlAmount } from '../fields/contract.ts'
import { emailRule } from '../fields/rules.ts'
import { oneLine } from '../one-line.ts'

/**
 * issued: made by the owner. spent: in an order. returned: the order was never paid in full, or became cheaper. refund: what
 * was paid with it went back.
 */
export const giftCauses = ['issued', 'spent', 'returned', 'refund'] as const
export type GiftCause = (typeof giftCauses)[number]

/** How many cards an order may be paid with. */
const cardsPerOrder = 2

/** A code as it is typed; what is none is answered with why it does not count. */
const giftCode = z.string('Kod geçersiz').trim().min(1, 'Hediye kartı kodunu yazın').max(60, 'Kod geçersiz')
export const giftCodes = z
  .array(giftCode)
  .max(cardsPerOrder, `Bir siparişte en çok ${cardsPerOrder} hediye kartı kullanılabilir`)

const text = (most: number, message: string) => z.string().overwrite(oneLine).trim().max(most, message).default('')

/** Cards that the owner makes at once, all of the same amount; in TL, given on in kuruş. Only a single one is mailed. */
export const NewGiftCards = z
  .object({
    amount: tlAmount('Tutarı yazın', 'Tutar sıfırdan büyük olmalı').refine(
      (kurus) => kurus <= 5_000_000,
      'Bir kart en çok 50.000 TL olabilir',
    ),
    count: z
      .number('Kaç kart oluşturulacağını yazın')
      .int('Kart sayısı tam sayı olmalı')
      .min(1, 'En az 1 kart oluşturulabilir')
      .max(200, 'Bir seferde en çok 200 kart oluşturulabilir')
      .default(1),
    note: text(200, 'Not en çok 200 karakter olabilir'),
    recipientEmail: emailText(emailRule('E-posta gerekli')).optional(),
    recipientName: text(80, 'Ad en çok 80 karakter olabilir'),
    message: z.string().trim().max(500, 'Mesaj en çok 500 karakter olabilir').default(''),
  })
  .refine(({ count, recipientEmail }) => count === 1 || !recipientEmail, {
    error: 'Bir adrese yalnızca tek kart gönderilebilir',
    path: ['recipientEmail'],
  })
export type NewGiftCards = z.infer<typeof NewGiftCards>

export const giftStates = ['OPEN', 'USED', 'BLOCKED'] as const
export type GiftState = (typeof giftStates)[number]

export const GiftCardQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  state: z.enum(giftStates).optional(),
  /** The last characters of a code, an address, a name or a note. */
  q: z.string().trim().max(100).optional(),
})
export type GiftCardQuery = z.infer<typeof GiftCardQuery>
