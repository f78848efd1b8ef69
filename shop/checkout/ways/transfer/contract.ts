import { z } from 'zod'
import { numberOrText } from '../../../fields/contract.ts'
import { fromTl } from '../../../money.ts'

/** Money that came, in TL, given on in kuruş. */
export const NewReceipt = z.object({
  amount: numberOrText(
    z
      .number('Gelen tutarı yazın')
      .positive('Gelen tutar sıfırdan büyük olmalı')
      .max(10_000_000, 'Tutar geçersiz')
      .refine((amount) => fromTl(amount) !== undefined, 'Tutar en çok iki ondalık basamak olabilir'),
    'number',
  ).transform((amount) => fromTl(amount) ?? 0),
  receivedAt: z.iso.datetime({ error: 'Paranın geldiği günü yazın', offset: true }).transform((text) => new Date(text)),
  note: z.string().trim().max(500, 'Not en çok 500 karakter olabilir').default(''),
})
