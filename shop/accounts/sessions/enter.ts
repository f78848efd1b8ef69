import { addressOf, type Ctx, joinTransaction } from '../../ctx.ts'
import { newDeviceMail } from '../../mail/account-change-mails.ts'
import { queueMail } from '../../mail/outbox.ts'
import { findBrand } from '../../settings/brand.ts'
import { formatMoment } from '../../time.ts'
import type { users } from '../schema.ts'
import { recordEvent } from '../security-log.ts'
import { type Account, accountOf } from '../users.ts'
import { deviceName, rememberDevice } from './devices.ts'
import { openSession, type Tokens } from './sessions.ts'

export type Entered = Tokens & { user: Account }

/** Opens the session of somebody who proved who she is; a device that is new to the account is mailed. */
export async function enter(ctx: Ctx, user: typeof users.$inferSelect, userAgent: string, way = ''): Promise<Entered> {
  const tokens = await joinTransaction(ctx, async (ctx) => {
    const tokens = await openSession(ctx, user, userAgent)
    const isNewDevice = await rememberDevice(ctx, user.id, userAgent)
    const detail = [way, isNewDevice ? 'yeni cihaz' : ''].filter(Boolean).join(', ')
    await recordEvent(ctx, { kind: 'login', userId: user.id, userAgent, detail })
    if (isNewDevice) {
      const seen = { device: deviceName(userAgent), address: addressOf(ctx), at: formatMoment(ctx.clock()) }
      await queueMail(ctx, {
        ...newDeviceMail(await findBrand(ctx), { firstName: user.firstName, ...seen }),
        to: user.email,
      })
    }
    return tokens
  })
  return { ...tokens, user: accountOf(user) }
}
