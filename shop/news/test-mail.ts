import { getUser } from '../accounts/users.ts'
import { type Ctx, requireRight } from '../ctx.ts'
import { takeLimit } from '../limits.ts'
import { queueMail } from '../mail/outbox.ts'
import { getNewsletter } from './newsletters.ts'
import { renderNews } from './render.ts'

/** Mails a newsletter to who asks, as it would look now; gives the address. */
export async function mailNewsTest(ctx: Ctx, id: string): Promise<string> {
  requireRight(ctx, 'news')
  const { newsletter } = await getNewsletter(ctx, id)
  const { id: userId, email } = await getUser(ctx)
  await takeLimit(ctx, { key: `test-mail:${userId}`, limit: 10, windowSeconds: 3600 })
  const news = await renderNews(ctx, newsletter)
  const { html, text, oneClick } = news.for(email.toLowerCase())
  const subject = `[Deneme] ${news.subject}`
  await queueMail(ctx, { kind: 'newsletter-test', subject, html, text, to: email, unsubscribeUrl: oneClick })
  return email
}
