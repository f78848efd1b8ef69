import { z } from 'zod'

/** Columns of a list beyond these are not looked at. */
export const mostColumns = 40

/** What a column of a bank's statement holds. */
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

/** What a column of a carrier's list holds. */
export const payoutMeanings = ['trackingNumber', 'amount', 'date'] as const
export type PayoutMeaning = (typeof payoutMeanings)[number]

/** What each column holds, in their order, as a form says it: 'day,text,,amount'; given on as a list. */
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
