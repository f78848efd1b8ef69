import { z } from 'zod'
import { ruledText } from '../fields/contract.ts'
import type { Rule } from '../fields/rules.ts'

/** Bytes of an invoice's PDF. */
export const maxInvoiceBytes = 5_000_000
export const invoiceTooLarge = 'Fatura dosyası 5 MB’dan büyük olamaz'

/** An invoice's number: that of an e-Arşiv invoice has 16 letters and digits, others may have a slash or a hyphen. */
export const checkInvoiceNumber: Rule = (text) => {
  if (text.trim() === '') return 'Fatura numarası gerekli'
  return /^[A-Za-z0-9/-]{1,40}$/.test(text.trim()) ? undefined : 'Fatura numarası harf, rakam, “-” ve “/” içerebilir'
}

export const NewInvoice = z.object({ number: ruledText(checkInvoiceNumber, { minLength: 1, maxLength: 40 }) })
export type NewInvoice = z.infer<typeof NewInvoice>

/** Names of files whose orders are looked for. */
export const InvoiceNames = z.object({
  names: z
    .array(z.string().max(300, 'Dosya adı çok uzun'), 'Dosya seçin')
    .min(1, 'Dosya seçin')
    .max(200, 'Bir seferde en çok 200 dosya seçebilirsiniz'),
})

export const InvoiceMonth = z.object({
  month: z.string('Ay seçin').regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Ayı 2026-11 biçiminde yazın'),
})
