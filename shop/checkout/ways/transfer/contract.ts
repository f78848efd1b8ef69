import { z } from 'zod'
import { momentText, tlAmount } from '../../../fields/contract.ts'

/** Money that came, in TL, given on in kuruş. */
export const NewReceipt = z.object({
  amount: tlAmount('Gelen tutarı yazın', 'Gelen tutar sıfırdan büyük olmalı'),
  receivedAt: momentText('Paranın geldiği günü yazın').transform((text) => new Date(text)),
  note: z.string().trim().max(500, 'Not en çok 500 karakter olabilir').default(''),
})
