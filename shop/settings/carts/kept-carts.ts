import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { findSetting } from '../settings.ts'

const badHours = 'Bekleme süresi 1 ile 72 saat arasında olmalı'

/** Whether a cart that was left is told of by mail, and how many hours after its last change. */
const KeptCarts = z.object({
  on: z.boolean('Bırakılan sepetin hatırlatılıp hatırlatılmayacağını seçin'),
  hours: z.number(badHours).int(badHours).min(1, badHours).max(72, badHours),
})

/** A part of the settings of newsletters, which every page reads: only while it is on do browsers send a cart. */
export const keptCartsSwitch = { keptCarts: KeptCarts.default({ on: false, hours: 4 }) }
export const newsKey = 'news'
export const NewsSwitches = z.object(keptCartsSwitch)

export async function keepsCarts(ctx: Ctx): Promise<boolean> {
  return (await findSetting(ctx, newsKey, NewsSwitches))?.keptCarts.on ?? false
}
