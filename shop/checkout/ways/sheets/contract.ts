import { z } from 'zod'

/** Columns of a list beyond these are not looked at. */
export const mostColumns = 40

/** The meanings that a column of a bank's statement may have. */
export const statementMeanings = [
  'day',
  'text',
  'amount',
  'credit',
  'debit',
  'direction',
  'balance',
  'reference',
] as const
export type StatementMeaning = (typeof statementMeanings)[number]

/** The meanings that a column of a carrier's list may have. */
export const payoutMeanings = ['trackingNumber', 'amount', 'date'] as const
export type PayoutMeaning = (typeof payoutMeanings)[number]

/** The meaning of each column in their order, as a form sends it ('day,text,,amount'), parsed into a list. */
export function columnsText<M extends string>(meanings: readonly M[]) {
  return z
    .string('Sütunları seçin')
    .max(1_000, 'Sütunlar geçersiz')
    .transform((text, check): (M | null)[] => {
      const found = text.split(',').map((name) => (name === '' ? null : meanings.find((meaning) => meaning === name)))
      const known = found.filter((name) => name !== undefined)
      if (known.length === found.length && found.length <= mostColumns) return known
      check.addIssue({ code: 'custom', message: 'Sütunlar geçersiz' })
      return z.NEVER
    })
}
