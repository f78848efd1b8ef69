import { recordChange } from '../../audit/audit.ts'
import { type Ctx, inTransaction, newId, requireRight } from '../../ctx.ts'
import { letterMail } from '../../mail/message-mails.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { NewAnswer } from '../../messages/contract.ts'
import { messageAnswers, messages } from '../../messages/schema.ts'
import { findBrand } from '../../settings/brand.ts'
import { getCustomerRow, nameOf } from '../customers/person.ts'

/**
 * Writes to a customer first: by mail, whose answer reaches the shop, and kept among her messages. About her orders and what she
 * asked, never advertising: that needs her consent. Returns the id of the message.
 */
export async function writeToCustomer(ctx: Ctx, userId: string, { subject, text }: NewAnswer): Promise<string> {
  const actorId = requireRight(ctx, 'messages')
  const customer = await getCustomerRow(ctx, userId)
  const [id, now] = [newId(), ctx.clock()]
  await inTransaction(ctx, async (ctx) => {
    const brand = await findBrand(ctx)
    const mailId = await queueMail(ctx, {
      ...letterMail(brand, { subject, text }),
      to: customer.email,
      replyTo: brand.shopEmail,
    })
    await ctx.db.insert(messages).values({
      id,
      kind: 'letter',
      email: customer.email,
      body: { subject },
      ...{ readAt: now, answeredAt: now, createdAt: now },
    })
    await ctx.db
      .insert(messageAnswers)
      .values({ id: newId(), messageId: id, actorId: actorId ?? null, subject, text, mailId, createdAt: now })
    await recordChange(ctx, {
      action: 'message.change',
      subject: { id, name: nameOf(customer) },
      before: { answer: null },
      after: { answer: subject },
    })
  })
  return id
}
