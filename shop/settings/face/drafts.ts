/**
 * Drafts preview what the shop would look like. Their address holds a token that only the shop can make and that lives an hour;
 * pages requested with it are rendered separately, are not cached, and are the only ones that may stand in a frame.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import { type Ctx, newId, requireRight } from '../../ctx.ts'
import { after, hours } from '../../time.ts'
import { settingDrafts } from '../schema.ts'
import { type FacePart, faceParts } from './parts.ts'

const lifetime = hours(1)

/** Keeps a draft of one part; its token opens the shop's pages with it. */
export async function saveDraft(
  ctx: Ctx,
  part: FacePart,
  settings: unknown,
): Promise<{ token: string; expiresAt: Date }> {
  requireRight(ctx, 'settings')
  const id = newId()
  const expiresAt = after(ctx.clock(), lifetime)
  await ctx.db.insert(settingDrafts).values({ id, values: faceParts[part].rowsOf(settings), expiresAt })
  return { token: `${id}.${signatureOf(ctx, id)}`, expiresAt }
}

/** The settings in the draft of a token, used in place of the published ones; undefined for a token that is forged or too old. */
export async function findDraft(ctx: Ctx, token: string): Promise<Record<string, unknown> | undefined> {
  const [id = '', signature = ''] = token.split('.')
  if (!/^[0-9a-f-]{36}$/.test(id) || !isSame(signature, signatureOf(ctx, id))) return undefined
  const [row] = await ctx.db
    .select({ values: settingDrafts.values })
    .from(settingDrafts)
    .where(and(eq(settingDrafts.id, id), gt(settingDrafts.expiresAt, ctx.clock())))
  return row?.values
}

export async function forgetOldDrafts(ctx: Ctx): Promise<void> {
  await ctx.db.delete(settingDrafts).where(lte(settingDrafts.expiresAt, ctx.clock()))
}

function signatureOf(ctx: Ctx, id: string): string {
  return createHmac('sha256', `draft:${ctx.config.authSecret}`).update(id).digest('base64url')
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
