import { sql } from 'drizzle-orm'
import { type Ctx, newId } from '../ctx.ts'
import { paceOf } from '../jobs/pace.ts'
import { isIn } from './audience.ts'
import type { Newsletter } from './newsletters.ts'

/**
 * Makes a row for each address that a newsletter goes to, some hundred in one transaction, so that neither memory nor shoppers notice
 * a hundred thousand. The last address is kept with them: after a crash it goes on from there. False when it was stopped meanwhile.
 */
export async function fillRows(ctx: Ctx, newsletter: Newsletter, until: () => boolean): Promise<boolean> {
  const pace = paceOf(ctx)
  try {
    for (;;) {
      if (until()) return false
      const state = await pace.run((ctx, size) => fillSome(ctx, newsletter, 10 * size))
      if (state !== 'more') return state === 'full'
    }
  } finally {
    await pace.end()
  }
}

async function fillSome(ctx: Ctx, { id, audience }: Newsletter, most: number): Promise<'more' | 'full' | 'stopped'> {
  const now = sql`${ctx.clock().toISOString()}::timestamptz`
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ filled_to: string }>(sql`
      select filled_to from newsletters where id = ${id} and state = 'SENDING' and filled_at is null for update`)
    const [place] = rows
    if (!place) return 'stopped'
    const { rows: found } = await tx.execute<{ recipient: string }>(sql`
      select s.recipient from consent_states s
      where s.recipient > ${place.filled_to} and ${isIn(ctx, audience)} order by s.recipient limit ${most}`)
    const last = found.at(-1)
    if (last) {
      const made = found.map(({ recipient }) => ({ id: newId(), recipient }))
      await tx.execute(sql`
        insert into newsletter_mails (id, newsletter_id, recipient, due_at)
        select x.id, ${id}, x.recipient, ${now} from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as x(id uuid, recipient text)
        on conflict do nothing`)
    }
    const full = found.length < most
    await tx.execute(sql`
      update newsletters set filled_to = ${last?.recipient ?? place.filled_to}, filled_at = ${full ? now : sql`null`}
      where id = ${id}`)
    return full ? 'full' : 'more'
  })
}
