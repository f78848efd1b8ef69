import { getUser } from '../accounts/users.ts'
import { type Ctx, inTransaction, requireAdmin } from '../ctx.ts'
import { takeLimit } from '../limits.ts'
import { findBrand } from '../settings/brand.ts'
import { formatMoment } from '../time.ts'
import { mailOf, paragraph } from './layout.ts'
import { queueMail } from './outbox.ts'

/** To the admin who asks: she sees whether mails arrive, and how they look. */
export async function queueTestMail(ctx: Ctx): Promise<{ mailId: string; to: string }> {
  await requireAdmin(ctx)
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
