import { getUser } from '../accounts/users.ts'
import { type Ctx, inTransaction, requireRight } from '../ctx.ts'
import { takeLimit } from '../limits.ts'
import { type Mail, mailOf, paragraph } from '../mail/layout.ts'
import { queueMail } from '../mail/outbox.ts'
import { findBrand } from '../settings/brand.ts'
import { formatMoment } from '../time.ts'

/** Queues a test mail to the asking admin, to see whether mails arrive and how they look. */
export async function queueTestMail(ctx: Ctx): Promise<{ mailId: string; to: string }> {
  requireRight(ctx, 'settings')
  const { id, email } = await getUser(ctx)
  await takeLimit(ctx, { key: `test-mail:${id}`, limit: 10, windowSeconds: 3600 })
  return inTransaction(ctx, async (ctx) => {
    return { mailId: await queueMail(ctx, { ...(await testMailOf(ctx)), to: email }), to: email }
  })
}

/** The words of a test mail, asked for now. */
export async function testMailOf(ctx: Ctx): Promise<Mail> {
  const brand = await findBrand(ctx)
  return mailOf(brand, {
    kind: 'test',
    subject: `${brand.shopName}: deneme e-postası`,
    title: 'E-postalarınız gidiyor',
    blocks: [
      paragraph(`Bu deneme e-postasını ${formatMoment(ctx.clock())} tarihinde yönetim panelinden istediniz.`),
      paragraph('Gelen kutunuza düştüyse mağazanızın e-postaları müşterilerinize ulaşıyor demektir.'),
    ],
    reason: `Bu e-posta ${brand.shopName} yönetim panelinden istendi.`,
  })
}
