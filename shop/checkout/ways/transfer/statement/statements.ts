/** A bank's statement: its incoming lines are read and matched, and count once the owner has confirmed each. */

import { eq, inArray, lt } from 'drizzle-orm'
import { type Ctx, isId, newId, requireRight } from '../../../../ctx.ts'
import { notFound, ShopError } from '../../../../errors.ts'
import { readList } from '../../../../sheets/lists.ts'
import { unreadable } from '../../../../sheets/rows.ts'
import { after, days, noonOfIstanbulDay } from '../../../../time.ts'
import { type Columns, findColumns, keepColumns, type Preview } from '../../sheets/columns.ts'
import type { StatementMeaning } from '../../sheets/contract.ts'
import { listTransfers, type ReceiptOutcome, receiveTransfer, type WaitingTransfer } from '../receipts.ts'
import { bankStatements, transferReceipts } from '../schema.ts'
import { findByHand, findNotAwaited, findReferred, type NotAwaited } from './known.ts'
import { linesOf, type StatementLine, statementSheet } from './lines.ts'
import { type Match, matchOf, namedBy } from './matches.ts'

/**
 * `entered`: an earlier statement, or this one, has brought it already. `byHand`: such money of its order was entered by hand. `named`: the
 * one order that it names, whose money is awaited no more.
 */
type ReadLine = StatementLine & { entered: boolean; byHand: boolean; match?: Match; named?: NotAwaited }

/** `table`: which column is which. While that is unknown, and where nothing came, there are no lines. */
export type ReadStatement = {
  id: string
  lines: ReadLine[]
  waiting: WaitingTransfer[]
  table: Preview<StatementMeaning>
}

/**
 * Reads a statement and matches it with the transfers that are waited for; nothing counts yet. `said`: which column is which, as
 * the owner says it now; kept for the next of its kind. INVALID, of `file` or `columns`, when it cannot be read.
 */
export async function readStatement(
  ctx: Ctx,
  name: string,
  bytes: Uint8Array,
  said?: Columns<StatementMeaning>,
): Promise<ReadStatement> {
  const actorId = requireRight(ctx, 'payments')
  const rows = await readList(bytes)
  if (said) await keepColumns(ctx, statementSheet, rows, { columns: said, actorId })
  const { known, preview: table } = await findColumns(ctx, statementSheet, rows)
  if (!known && !rows.some(statementSheet.mayBeRead))
    throw unreadable('Bu ekstrede tarih ve tutar sütunları bulunamadı; başlık satırıyla birlikte indirin')
  const lines = known ? linesOf(known) : []
  const id = newId()
  await ctx.db
    .insert(bankStatements)
    .values({ id, name: name.slice(0, 200), lines, actorId: actorId ?? null, createdAt: ctx.clock() })
  const waiting = await listTransfers(ctx)
  const entered = await enteredOf(ctx, lines)
  const referred = await findReferred(ctx, lines)
  const matched = lines.map((line) => {
    const named = namedBy(line, waiting, referred)
    const match = entered.has(line.key) ? undefined : matchOf(line, waiting, named)
    const only = named.length === 1 ? named[0] : undefined
    return { line, match, orderId: match?.orderId ?? only }
  })
  const about = matched.flatMap(({ orderId }) => orderId ?? [])
  const isByHand = await findByHand(ctx, about)
  const notAwaited = await findNotAwaited(ctx, about)
  return {
    id,
    table,
    waiting,
    lines: matched.map(({ line, match, orderId }) => {
      const named = notAwaited.find((one) => one.orderId === orderId)
      const seen = { entered: entered.has(line.key), byHand: isByHand(orderId, line) }
      return { ...line, ...seen, ...(match ? { match } : {}), ...(named ? { named } : {}) }
    }),
  }
}

async function enteredOf(ctx: Ctx, lines: StatementLine[]): Promise<Set<string | null>> {
  const keys = lines.map(({ key }) => key)
  const rows = await ctx.db
    .select({ key: transferReceipts.lineKey })
    .from(transferReceipts)
    .where(inArray(transferReceipts.lineKey, keys))
  return new Set(rows.map(({ key }) => key))
}

/** The result of a confirmed line; a refusal has its sentence. */
export type ConfirmedLine = { key: string; outcome?: ReceiptOutcome; error?: string }

/** Enters the lines that the owner confirmed, each for the order she chose; one that is refused does not keep the others. */
export async function confirmStatement(
  ctx: Ctx,
  id: string,
  matches: { key: string; orderId: string }[],
): Promise<ConfirmedLine[]> {
  requireRight(ctx, 'payments')
  const [statement] = isId(id) ? await ctx.db.select().from(bankStatements).where(eq(bankStatements.id, id)) : []
  if (!statement) throw notFound('Ekstre bulunamadı; yeniden yükleyin.')
  const confirmed: ConfirmedLine[] = []
  for (const { key, orderId } of matches) {
    const line = statement.lines.find((line) => line.key === key)
    confirmed.push({ key, ...(line ? await enter(ctx, line, orderId) : { error: 'Bu satır ekstrede yok.' }) })
  }
  return confirmed
}

/** Days in which the lines of a statement may still be confirmed; it tells of everybody who paid something into the account. */
const keptDays = 30

export async function forgetOldStatements(ctx: Ctx): Promise<void> {
  await ctx.db.delete(bankStatements).where(lt(bankStatements.createdAt, after(ctx.clock(), -days(keptDays))))
}

async function enter(ctx: Ctx, line: StatementLine, orderId: string): Promise<Omit<ConfirmedLine, 'key'>> {
  const { key: lineKey, amountKurus, day, text: note } = line
  try {
    const receivedAt = noonOfIstanbulDay(day)
    return { outcome: await receiveTransfer(ctx, orderId, { amountKurus, receivedAt, note, lineKey }) }
  } catch (error) {
    if (error instanceof ShopError) return { error: error.message }
    throw error
  }
}
