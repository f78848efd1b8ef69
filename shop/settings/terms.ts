import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { legalReturnDays } from './consumer-law.ts'
import { findDeliveryFee } from './delivery-fee.ts'
import { type Promises, promisesOf, type Terms, usualTerms } from './promises.ts'
import { findSetting } from './settings.ts'

const count = (most: number, what: string) =>
  z
    .number(`${what} gerekli`)
    .int(`${what} tam sayı olmalı`)
    .min(1, `${what} en az 1 olmalı`)
    .max(most, `${what} en çok ${most} olabilir`)

const spanOf = (most: number) =>
  z
    .object({ from: count(most, 'En az gün'), to: count(most, 'En çok gün') })
    .refine(({ from, to }) => from <= to, { error: 'En çok gün, en az günden küçük olamaz', path: ['to'] })

/** The owner's terms. The law's own limits hold: 14 days to withdraw, 30 to deliver. */
export const TermsSettings = z
  .object({
    dispatchHour: z
      .number('Saat gerekli')
      .int()
      .min(6, 'Saat 06:00 ile 22:00 arasında olmalı')
      .max(22, 'Saat 06:00 ile 22:00 arasında olmalı'),
    dispatchDays: spanOf(20),
    deliveryDays: spanOf(30),
    freeReturnDays: z
      .number('Gün sayısı gerekli')
      .int('Gün sayısı tam sayı olmalı')
      .min(legalReturnDays, `Yasal süre ${legalReturnDays} gündür; daha kısa olamaz`)
      .max(365, 'En çok 365 gün'),
    exchangeDays: z
      .number('Gün sayısı gerekli')
      .int('Gün sayısı tam sayı olmalı')
      .min(legalReturnDays, `En az ${legalReturnDays} gün`)
      .max(365, 'En çok 365 gün'),
  })
  .refine(({ exchangeDays, freeReturnDays }) => exchangeDays >= freeReturnDays, {
    error: 'Değişim süresi, ücretsiz iade süresinden kısa olamaz',
    path: ['exchangeDays'],
  })

export const termsKey = 'terms'

export async function findTerms(ctx: Ctx): Promise<Terms> {
  return (await findSetting(ctx, termsKey, TermsSettings)) ?? usualTerms
}

/** Returns the current terms, in words. */
export async function findPromises(ctx: Ctx): Promise<Promises> {
  return promisesOf(await findTerms(ctx), await findDeliveryFee(ctx))
}
