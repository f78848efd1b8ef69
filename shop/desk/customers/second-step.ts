import { and, eq, isNull } from 'drizzle-orm'
import { users } from '../../accounts/schema.ts'
import { secondStepResetMail } from '../../accounts/second-step/mails.ts'
import { resetSecondStep } from '../../accounts/second-step/reset.ts'
import { closeSessionsOf } from '../../accounts/sessions/sessions.ts'
import { recordChange } from '../../audit/audit.ts'
import { type Ctx, inRetriedTransaction, isId, requireRight } from '../../ctx.ts'
import { notFound, ShopError } from '../../errors.ts'
import { queueMail } from '../../mail/outbox.ts'
import { findBrand } from '../../settings/brand.ts'
import { formatMoment } from '../../time.ts'
import { missing, nameOf } from './person.ts'

/**
 * For a customer who lost telephone and codes, once the shop has made sure that it is she: the password alone opens her account, her
 * sessions end, and she gets a mail, in case she never asked. NOT_FOUND without a second step, CONFLICT for staff.
 */
export async function resetCustomerSecondStep(ctx: Ctx, id: string): Promise<void> {
  requireRight(ctx, 'customers')
  if (!isId(id)) throw missing()
  await inRetriedTransaction(ctx, async (ctx) => {
    const account = and(eq(users.id, id), eq(users.guest, false), isNull(users.deletedAt))
    const [user] = await ctx.db.select().from(users).where(account).for('no key update')
    if (!user) throw missing()
    if (user.role !== 'USER') {
      const sentence =
        'Çalışan hesabının iki adımlı girişi buradan kapatılamaz; önce Ekip sayfasından erişimini kaldırın.'
      throw new ShopError('CONFLICT', sentence)
    }
    if (!(await resetSecondStep(ctx, user, 'mağazadan, isteği üzerine'))) {
      throw notFound('Bu müşterinin iki adımlı girişi açık değil.')
    }
    await closeSessionsOf(ctx, id)
    const change = { before: { secondStep: true }, after: { secondStep: false } }
    await recordChange(ctx, { action: 'customer.second-step', subject: { id, name: nameOf(user) }, ...change })
    const told = { firstName: user.firstName, at: formatMoment(ctx.clock()) }
    await queueMail(ctx, { ...secondStepResetMail(await findBrand(ctx), told), to: user.email })
  })
}
