/**
 * Which column is which in a list that a bank or a carrier made: known by its titles, or as the owner said it by hand once. Her
 * choice is kept for every list with the same titles (or, without titles, of the same width) and comes before what titles say.
 */

import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { invalid } from '../../../errors.ts'
import { dayOf, kurusOf, textOf } from '../../../sheets/cells.ts'
import type { Row } from '../../../sheets/rows.ts'
import { fold } from '../../../turkish.ts'
import { mostColumns } from './contract.ts'
import { sheetColumns } from './schema.ts'

/** By their place; null: a column that says nothing that is needed. */
export type Columns<M extends string> = (M | null)[]

/** A kind of list. */
export type Sheet<M extends string> = {
  kind: 'statement' | 'payouts'
  meanings: readonly M[]
  /** The columns that the titles in this row name; undefined when they are too few to read the list. */
  recognise: (titles: Row) => Columns<M> | undefined
  /** Why a list cannot be read by these columns, in Turkish; undefined when it can. */
  lacking: (columns: Columns<M>) => string | undefined
  /** Whether these columns find in this row what they should hold. */
  reads: (row: Row, columns: Columns<M>) => boolean
  /** Whether a row may be one of the list's, whichever column is which. */
  mayBeRead: (row: Row) => boolean
}

/** A list whose columns are known: the rows below its titles, and by which columns its rows are named. */
export type Known<M extends string> = { columns: Columns<M>; namedBy: Columns<M>; body: Row[]; firstRow: number }

/** The part of a list that the owner needs to see to say which column is which. */
export type Preview<M extends string> = {
  /** One for each column; blank where the list has none. */
  titles: string[]
  rows: string[][]
  columns: Columns<M>
  /** 'title': known by its titles. 'hand': as she said. 'unknown': she is to say. */
  knownBy: 'title' | 'hand' | 'unknown'
}

/** How far down the titles may stand. */
const mostAbove = 100

/** Reads which column is which: as said now, as said before for such a list, or as its titles say. */
export async function findColumns<M extends string>(
  ctx: Ctx,
  sheet: Sheet<M>,
  rows: Row[],
): Promise<{ known?: Known<M>; preview: Preview<M> }> {
  const top = rows.slice(0, mostAbove)
  const shapes = top.map(shapeOf)
  const kept = await keptColumns(ctx, sheet, [...new Set([...shapes, widthOf(rows)])])
  const said = shapes.findIndex((shape) => kept.has(shape))
  const named = rows.findIndex((row) => sheet.recognise(row) !== undefined)
  const byWidth = kept.get(widthOf(rows))
  const head = said >= 0 ? said : named >= 0 ? named : headAbove(sheet, rows)
  const byTitle = head >= 0 ? sheet.recognise(rows[head] ?? []) : undefined
  const byHand = kept.get(shapes[said] ?? '') ?? (byTitle ? undefined : byWidth)
  const columns = byHand?.columns ?? byTitle
  const body = rows.slice(head + 1)
  // A list of the same width may still be another bank's.
  const fits = columns && (said >= 0 || byTitle || body.some((row) => sheet.reads(row, columns)))
  const knownBy = fits ? (byHand ? 'hand' : 'title') : 'unknown'
  const preview = { ...previewOf(sheet, rows, head, columns), knownBy } as const
  if (!fits) return { preview }
  return { preview, known: { columns, namedBy: byTitle ?? byHand?.namedBy ?? columns, body, firstRow: head + 2 } }
}

/** Keeps what the owner says of this list, and of all that look like it. INVALID, of `columns`, when it cannot be read so. */
export async function keepColumns<M extends string>(
  ctx: Ctx,
  sheet: Sheet<M>,
  rows: Row[],
  { columns, actorId }: { columns: Columns<M>; actorId: string | undefined },
): Promise<void> {
  const lacks = sheet.lacking(columns)
  if (lacks) throw invalid({ columns: [lacks] })
  if (!rows.some((row) => sheet.reads(row, columns)))
    throw invalid({ columns: ['Seçtiğiniz sütunlarla hiçbir satır okunamadı; sütunları kontrol edin'] })
  const named = rows.findIndex((row) => sheet.recognise(row) !== undefined)
  const head = named >= 0 ? named : headAbove(sheet, rows)
  const shape = head >= 0 ? shapeOf(rows[head] ?? []) : widthOf(rows)
  const now = { columns, actorId: actorId ?? null, updatedAt: ctx.clock() }
  await ctx.db
    .insert(sheetColumns)
    .values({ kind: sheet.kind, shape, namedBy: columns, ...now })
    .onConflictDoUpdate({ target: [sheetColumns.kind, sheetColumns.shape], set: now })
}

async function keptColumns<M extends string>(ctx: Ctx, sheet: Sheet<M>, shapes: string[]) {
  const rows = await ctx.db
    .select()
    .from(sheetColumns)
    .where(and(eq(sheetColumns.kind, sheet.kind), inArray(sheetColumns.shape, shapes)))
  const known = (columns: (string | null)[]) =>
    columns.map((name) => sheet.meanings.find((meaning) => meaning === name) ?? null)
  return new Map(
    rows.map(({ shape, columns, namedBy }) => [shape, { columns: known(columns), namedBy: known(namedBy) }]),
  )
}

/** Titles without their digits, as some banks write the day of the balance there. */
function shapeOf(row: Row): string {
  const titles = row.map((cell) =>
    fold(textOf(cell))
      .replace(/[^a-z]+/g, ' ')
      .trim(),
  )
  return createHash('sha256').update(titles.join('|')).digest('hex')
}

function widthOf(rows: Row[]): string {
  return `width ${rows.reduce((most, row) => Math.max(most, row.length), 0)}`
}

/** Where the titles stand that nobody recognises: the nearest row of nothing but words above the first of the list; -1: nowhere. */
function headAbove<M extends string>(sheet: Sheet<M>, rows: Row[]): number {
  const first = firstOf(sheet, rows)
  return rows.findLastIndex((row, index) => index < first && index >= first - 5 && isTitles(row))
}

function firstOf<M extends string>(sheet: Sheet<M>, rows: Row[]): number {
  return rows.findIndex((row) => sheet.mayBeRead(row))
}

function isTitles(row: Row): boolean {
  const filled = row.filter((cell) => textOf(cell) !== '')
  return filled.length > 1 && filled.every((cell) => /\p{L}/u.test(textOf(cell)) && !dayOf(cell) && !kurusOf(cell))
}

function previewOf<M extends string>(
  sheet: Sheet<M>,
  rows: Row[],
  head: number,
  columns: Columns<M> | undefined,
): Omit<Preview<M>, 'knownBy'> {
  const first = Math.max(firstOf(sheet, rows), head + 1)
  const shown = rows.slice(first, first + 5)
  const width = Math.min(mostColumns, Math.max(0, ...shown.map(({ length }) => length), rows[head]?.length ?? 0))
  const cut = (row: Row = []) => Array.from({ length: width }, (_, index) => textOf(row[index]).slice(0, 80))
  return {
    titles: cut(rows[head]),
    rows: shown.map(cut),
    columns: Array.from({ length: width }, (_, index) => columns?.[index] ?? null),
  }
}
