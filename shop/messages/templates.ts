import { eq, sql } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, inTransaction, isId, newId, requireRight } from '../ctx.ts'
import { brokenConstraint, conflict, notFound, refuseStale } from '../errors.ts'
import type { MessageTemplate, MessageTemplateChange } from './contract.ts'
import { messageTemplates } from './schema.ts'

/** Texts that are ready to be sent, by name. */
export type KeptTemplate = MessageTemplate & { id: string }

const shape = {
  id: messageTemplates.id,
  name: messageTemplates.name,
  subject: messageTemplates.subject,
  text: messageTemplates.text,
}

export async function listTemplates(ctx: Ctx): Promise<KeptTemplate[]> {
  requireRight(ctx, 'messages')
  return ctx.db.select(shape).from(messageTemplates).orderBy(sql`${messageTemplates.name} collate tr_tr`).limit(200)
}

/** CONFLICT, of the field `name`, when another has it. */
export async function createTemplate(ctx: Ctx, template: MessageTemplate): Promise<void> {
  requireRight(ctx, 'messages')
  const id = newId()
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .insert(messageTemplates)
      .values({ id, ...template, updatedAt: ctx.clock() })
      .catch(refuseTakenName)
    await recordChange(ctx, {
      action: 'message-template.change',
      subject: { id, name: template.name },
      before: { template: null },
      after: { template: template.text },
    })
  })
}

/** As createTemplate; NOT_FOUND when it is gone, EDIT_CONFLICT when it is no longer as it was read. */
export async function updateTemplate(
  ctx: Ctx,
  id: string,
  { seen, ...template }: MessageTemplateChange,
): Promise<void> {
  requireRight(ctx, 'messages')
  await inTransaction(ctx, async (ctx) => {
    const before = await lockTemplate(ctx, id)
    const { id: _, ...now } = before
    refuseStale(before.name, { seen, now, wanted: template })
    await ctx.db
      .update(messageTemplates)
      .set({ ...template, updatedAt: ctx.clock() })
      .where(eq(messageTemplates.id, id))
      .catch(refuseTakenName)
    await recordChange(ctx, {
      action: 'message-template.change',
      subject: { id, name: template.name },
      before: { name: before.name, subject: before.subject, template: before.text },
      after: { name: template.name, subject: template.subject, template: template.text },
    })
  })
}

export async function deleteTemplate(ctx: Ctx, id: string): Promise<void> {
  requireRight(ctx, 'messages')
  await inTransaction(ctx, async (ctx) => {
    const before = await lockTemplate(ctx, id)
    await ctx.db.delete(messageTemplates).where(eq(messageTemplates.id, id))
    await recordChange(ctx, {
      action: 'message-template.change',
      subject: { id, name: before.name },
      before: { template: before.text },
      after: { template: null },
    })
  })
}

async function lockTemplate(ctx: Ctx, id: string): Promise<KeptTemplate> {
  const [row] = isId(id)
    ? await ctx.db.select(shape).from(messageTemplates).where(eq(messageTemplates.id, id)).for('update')
    : []
  if (!row) throw notFound('Hazır yanıt bulunamadı; silinmiş olabilir.')
  return row
}

function refuseTakenName(error: unknown): never {
  if (brokenConstraint(error) !== 'message_templates_name_key') throw error
  throw conflict({ name: ['Bu adda bir hazır yanıt var'] })
}
