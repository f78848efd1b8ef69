import { z } from '@hono/zod-openapi'
import { columnsText, payoutMeanings, statementMeanings } from '#shop/checkout/ways/sheets/contract.ts'

/** Which column of a list is which, with its first rows. */
function tableOf<const M extends readonly [string, ...string[]]>(meanings: M) {
  return z.object({
    titles: z.array(z.string()).openapi({ description: 'Of the columns; blank where the list has none' }),
    rows: z.array(z.array(z.string())).openapi({ description: 'The first of the list' }),
    columns: z.array(z.enum(meanings).nullable()),
    knownBy: z
      .enum(['title', 'hand', 'unknown'])
      .openapi({ description: 'hand: as it was said of such a list. unknown: say it with `columns`' }),
  })
}

export const WireStatementTable = tableOf(statementMeanings).openapi('StatementColumns')
export const WirePayoutTable = tableOf(payoutMeanings).openapi('DoorPayoutColumns')

/** A list as a form sends it, with which column is which where the owner says so. */
export function sheetForm<M extends string>(meanings: readonly M[]) {
  const description = `What each column holds, in their order, blank where nothing is needed: ${meanings.join(', ')}. Kept for lists with the same titles`
  const columns = columnsText(meanings).optional().openapi({ type: 'string', description, example: 'day,text,,amount' })
  const schema = z.object({ file: z.unknown().openapi({ type: 'string', format: 'binary' }), columns })
  return { body: { required: true, content: { 'multipart/form-data': { schema } } } } as const
}
