import { addressOf, type Ctx } from '../../ctx.ts'
import { queueMail } from '../../mail/outbox.ts'
import { findBrand } from '../../settings/brand.ts'
import { formatMoment } from '../../time.ts'
import { recordEvent } from '../security-log.ts'
import { deviceName } from '../sessions/devices.ts'
import { type SecondStepNews, secondStepMail } from './mails.ts'

type Person = { id: string; email: string; firstName: string }

/** Notes a change of the second step, and mails its owner, with the device that it came from. */
export async function tellChange(
  ctx: Ctx,
  user: Person,
  change: SecondStepNews,
  userAgent: string,
  detail = '',
): Promise<void> {
  await recordEvent(ctx, { kind: change.kind, userId: user.id, userAgent, detail })
  const seen = { device: deviceName(userAgent), address: addressOf(ctx), at: formatMoment(ctx.clock()) }
  const mail = secondStepMail(await findBrand(ctx), { firstName: user.firstName, ...seen, ...change })
  await queueMail(ctx, { ...mail, to: user.email })
}
