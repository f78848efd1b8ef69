import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { readAnswer } from '../network.ts'
import { findBrand } from '../settings/brand.ts'
import { seconds } from '../time.ts'
import { factsOf, subjectOf } from './facts.ts'
import { messages } from './schema.ts'

/**
 * The job 'forward-message': sends one message to the form-to-mail service. Any answer but success is thrown, for the queue
 * to retry; the message itself stays in the database either way.
 */
export async function forwardMessage(ctx: Ctx, messageId: string): Promise<void> {
  const { formMail } = ctx.config
  const [message] = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.id, messageId), isNull(messages.forwardedAt)))
  if (!formMail || !message) return
  const form = new FormData()
  form.set('access_key', formMail.key)
  form.set('subject', subjectOf(message))
  form.set('from_name', (await findBrand(ctx)).shopName)
  form.set('email', message.email)
  form.set(
    'message',
    factsOf(message)
      .map(({ label, value }) => `${label}: ${value}`)
      .join('\n'),
  )
  const response = await fetch(formMail.url, {
    method: 'POST',
    body: form,
    headers: { Accept: 'application/json' },
    // The key must not follow a redirect to another server.
    redirect: 'error',
    signal: AbortSignal.timeout(seconds(10)),
  })
  const answer: unknown = await readAnswer(response)
    .then(JSON.parse)
    .catch(() => undefined)
  const taken = typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true
  if (!response.ok || !taken) throw new Error(`the form-to-mail service answered ${response.status} without success`)
  await ctx.db.update(messages).set({ forwardedAt: ctx.clock() }).where(eq(messages.id, messageId))
}
