/** Files for the upload at İYS: the last word of each address that İYS does not know yet, and the ones that came from there. */

import { and, asc, count, desc, eq, inArray, isNull, min, or, type SQL, sql } from 'drizzle-orm'
import { recordChange } from '../../../audit/audit.ts'
import { type Ctx, inTransaction, isId, newId, requireRight } from '../../../ctx.ts'
import { invalid, notFound, ShopError } from '../../../errors.ts'
import { readList } from '../../../sheets/lists.ts'
import { consentEvents, consentStates, iysFiles, users } from '../../schema.ts'
import { giveConsent, withdrawConsent } from '../ledger.ts'
import { columnsOf, type IysLine, iysColumns, iysLine, readLines } from './format.ts'

/** As many as İYS takes at once. */
const mostLines = 20_000

export type IysFile = { id: string; lines: number; madeBy: string; madeAt: Date; uploadedAt: Date | null }

/** İYS has another status than the shop. It takes no RET of somebody who never said yes. */
const untold = or(
  and(eq(consentStates.status, 'GIVEN'), sql`${consentStates.iysStatus} is distinct from 'ONAY'`),
  and(eq(consentStates.status, 'WITHDRAWN'), eq(consentStates.iysStatus, 'ONAY')),
)

/** How many addresses İYS waits for, and since when the oldest; and who may be written to. */
export async function countConsents(ctx: Ctx) {
  requireRight(ctx, 'customers')
  const given = (channel: 'EMAIL' | 'SMS') =>
    ctx.db.$count(consentStates, and(eq(consentStates.status, 'GIVEN'), eq(consentStates.channel, channel)))
  const [row] = await ctx.db
    .select({ waiting: count(), oldest: min(consentStates.since) })
    .from(consentStates)
    .where(untold)
  return {
    ...{ emails: await given('EMAIL'), phones: await given('SMS') },
    ...{ waiting: row?.waiting ?? 0, oldest: row?.oldest ?? null },
  }
}

export async function listIysFiles(ctx: Ctx): Promise<IysFile[]> {
  requireRight(ctx, 'customers')
  const { id, madeBy, madeAt, uploadedAt } = iysFiles
  const lines = sql<number>`cardinality(${iysFiles.eventIds})`
  return ctx.db.select({ id, lines, madeBy, madeAt, uploadedAt }).from(iysFiles).orderBy(desc(madeAt)).limit(20)
}

/** Makes the file of all that waits; CONFLICT when nothing does. It counts once it is said to be uploaded. */
export async function makeIysFile(ctx: Ctx): Promise<IysFile> {
  const actorId = requireRight(ctx, 'customers')
  return inTransaction(ctx, async (ctx) => {
    const rows = await ctx.db
      .select({ id: consentStates.eventId })
      .from(consentStates)
      .where(untold)
      .orderBy(asc(consentStates.since))
      .limit(mostLines)
    if (rows.length === 0) throw new ShopError('CONFLICT', 'İYS’ye bildirilecek yeni izin ya da ret yok.')
    const [maker] = actorId ? await ctx.db.select().from(users).where(eq(users.id, actorId)) : []
    const madeBy = maker ? `${maker.firstName} ${maker.lastName}` : 'Mağaza'
    const file = { id: newId(), madeBy, madeAt: ctx.clock(), uploadedAt: null }
    await ctx.db.insert(iysFiles).values({ ...file, eventIds: rows.map((row) => row.id) })
    await noteFile(ctx, file.id, { rows: rows.length })
    return { ...file, lines: rows.length }
  })
}

function noteFile(ctx: Ctx, id: string, after: Record<string, unknown>): Promise<void> {
  return recordChange(ctx, { action: 'consent.file', subject: { id, name: 'İYS dosyası' }, after })
}

/** The file as CSV, in the words of İYS. */
export async function readIysFile(ctx: Ctx, id: string): Promise<string> {
  requireRight(ctx, 'customers')
  const { eventIds } = await getFile(ctx, eq(iysFiles.id, id), id)
  const events = await ctx.db
    .select()
    .from(consentEvents)
    .where(inArray(consentEvents.id, eventIds))
    .orderBy(asc(consentEvents.happenedAt), asc(consentEvents.id))
  return `\uFEFF${iysColumns.join(',')}\r\n${events.map(iysLine).join('')}`
}

/** İYS knows what the file holds; what was said since waits for the next one. A second time changes nothing. */
export async function markUploaded(ctx: Ctx, id: string): Promise<void> {
  requireRight(ctx, 'customers')
  await getFile(ctx, eq(iysFiles.id, id), id)
  await inTransaction(ctx, async (ctx) => {
    const [file] = await ctx.db
      .update(iysFiles)
      .set({ uploadedAt: ctx.clock() })
      .where(and(eq(iysFiles.id, id), isNull(iysFiles.uploadedAt)))
      .returning()
    if (!file) return
    await ctx.db.execute(sql`
      update consent_states s set iys_status = case e.status when 'GIVEN' then 'ONAY' else 'RET' end
      from consent_events e
      where e.id in (select unnest(event_ids) from iys_files where id = ${id})
        and s.recipient = e.recipient and s.channel = e.channel`)
    await noteFile(ctx, id, { uploaded: true })
  })
}

async function getFile(ctx: Ctx, where: SQL, id: string) {
  const [file] = isId(id) ? await ctx.db.select().from(iysFiles).where(where) : []
  if (!file) throw notFound('Dosya bulunamadı.')
  return file
}

export type ReadIys = {
  rows: number
  given: number
  withdrawn: number
  calls: number
  wrong: { row: number; message: string }[]
}

/** Takes in what people said at İYS itself: the later word counts, a file read twice changes nothing. */
export async function importIys(ctx: Ctx, name: string, bytes: Uint8Array): Promise<ReadIys> {
  requireRight(ctx, 'customers')
  const rows = await readList(bytes)
  const missing = (['recipient', 'type', 'status', 'consentDate'] as const).filter(
    (column) => !columnsOf(rows[0] ?? []).has(column),
  )
  if (missing.length > 0) throw invalid({ file: [`Dosyada şu sütunlar yok: ${missing.join(', ')}`] })
  const { lines, wrong, calls } = readLines(rows)
  const done = { rows: rows.length - 1, given: 0, withdrawn: 0, calls, wrong: wrong.slice(0, 50) }
  await inTransaction(ctx, async (ctx) => {
    // Always in the same order: two files at once never wait for each other in a circle.
    const key = ({ recipient, happenedAt }: IysLine) => `${recipient} ${happenedAt.toISOString()}`
    for (const line of lines.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))) {
      const changed = await take(ctx, line)
      if (changed) done[line.status === 'ONAY' ? 'given' : 'withdrawn']++
    }
    const { given, withdrawn } = done
    await recordChange(ctx, {
      action: 'consent.import',
      subject: { id: 'iys', name },
      after: { rows: done.rows, given, withdrawn },
    })
  })
  return done
}

/** Takes a line in; false when it changes no consent: then it only notes that İYS knows this one. */
async function take(ctx: Ctx, { status, ...line }: IysLine): Promise<boolean> {
  const happenedAt = line.happenedAt > ctx.clock() ? ctx.clock() : line.happenedAt
  const said = { ...line, happenedAt, form: 'iys', iysStatus: status } as const
  if (await (status === 'ONAY' ? giveConsent : withdrawConsent)(ctx, said)) return true
  const here = and(eq(consentStates.recipient, line.recipient), eq(consentStates.channel, line.channel))
  const older = sql`${consentStates.since} >= ${happenedAt.toISOString()}::timestamptz`
  const same = eq(consentStates.status, status === 'ONAY' ? 'GIVEN' : 'WITHDRAWN')
  await ctx.db
    .update(consentStates)
    .set({ iysStatus: status })
    .where(and(here, or(older, same)))
  return false
}
