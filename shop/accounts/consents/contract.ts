import { z } from 'zod'

export const consentChannels = ['EMAIL', 'SMS'] as const
export type ConsentChannel = (typeof consentChannels)[number]
export const consentStatuses = ['GIVEN', 'WITHDRAWN'] as const
export type ConsentStatus = (typeof consentStatuses)[number]

/** Where a yes or a no was said. `iys`: at İYS, as its file told us. */
export const consentForms = [
  'settings',
  'application',
  'email-change',
  'mail-link',
  'account-deletion',
  'merge',
  'staff',
  'iys',
] as const
export type ConsentForm = (typeof consentForms)[number]

/** A request by telephone or letter to send no more advertising to this address. */
export const CalledWithdrawal = z.object({
  recipient: z
    .string('E-posta adresini ya da telefonu yazın')
    .trim()
    .min(1, 'E-posta adresini ya da telefonu yazın')
    .max(254, 'E-posta adresi ya da telefon çok uzun'),
  /** How she told it. */
  note: z.string().trim().max(500, 'Not en çok 500 karakter olabilir').default(''),
})
export type CalledWithdrawal = z.infer<typeof CalledWithdrawal>

/** Looks an address up. */
export const ConsentQuery = z.object({ recipient: z.string().trim().max(254).optional() })
