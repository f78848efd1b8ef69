import { getUser } from '../accounts/users.ts'
import { type Ctx, inTransaction, requireRight } from '../ctx.ts'
import { takeLimit } from '../limits.ts'
import { mailOf, paragraph } from '../mail/layout.ts'
import { queueMail } from '../mail/outbox.ts'
import { findBrand } from '../settings/brand.ts'
import { formatMoment } from '../time.ts'

/** Queues a test mail to the asking admin, to see whether mails arrive and how they look. */
export async function queueTestMail(ctx: Ctx): Promise<{ mailId: string; to: string }> {
  requireRight(ctx, 'settings')
  const { id, email } = await getUser(ctx)
  await takeLimit(ctx, { key: `test-mail:${id}`, limit: 10, windowSeconds: 3600 })
  return inTransaction(ctx, async (ctx) => {
    const brand = await findBrand(ctx)
    const mail = mailOf(brand, {
      kind: 'test',
      subject: `${brand.shopName}: deneme e-postası`,
      title: 'E-postalarınız gidiyor',
      blocks: [
        paragraph(`Bu deneme e-postasını ${formatMoment(ctx.clock())} tarihinde yönetim panelinden istediniz.`),
        paragraph('Gelen kutunuza düştüyse mağazanızın e-postaları müşterilerinize ulaşıyor demektir.'),
      ],
      reason: `Bu e-posta ${brand.shopName} yönetim panelinden istendi.`,
    })
    return { mailId: await queueMail(ctx, { ...mail, to: email }), to: email }
  })
}
