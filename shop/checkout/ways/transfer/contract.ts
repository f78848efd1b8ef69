import { z } from 'zod'
import { dayText, momentText, tlAmount } from '../../../fields/contract.ts'
import { noonOfIstanbulDay } from '../../../time.ts'

const dayMissing = 'Paranın geldiği günü yazın'

/** Money that came, in TL, given on in kuruş. A day without an hour, as banks' lists have it, is its noon. */
export const NewReceipt = z.object({
  amount: tlAmount('Gelen tutarı yazın', 'Gelen tutar sıfırdan büyük olmalı'),
  receivedAt: z.union(
    [momentText(dayMissing).transform((text) => new Date(text)), dayText(dayMissing).transform(noonOfIstanbulDay)],
    dayMissing,
  ),
  note: z.string().trim().max(500, 'Not en çok 500 karakter olabilir').default(''),
})
