import { and, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { ShopError } from '../../../errors.ts'
import { formatKurus } from '../../../money.ts'
import { orders } from '../../../orders/schema.ts'
import { paymentAttempts } from '../../../payments/schema.ts'
import type { Purchase } from '../way.ts'
import type { DoorSettings } from './settings.ts'

/** Why a purchase cannot be paid at the door, whoever makes it; undefined when it can. */
export function whyNotThis(settings: DoorSettings, { lines, goodsKurus, deliveryKurus, city }: Purchase) {
  const totalKurus = goodsKurus + deliveryKurus
  const { smallestKurus, largestKurus, provinceRule, provinces, categoriesOut } = settings
  if (totalKurus < smallestKurus)
    return `Kapıda ödeme ${formatKurus(smallestKurus)} ve üzeri siparişlerde kullanılabilir.`
  if (largestKurus > 0 && totalKurus > largestKurus)
    return `Kapıda ödeme en çok ${formatKurus(largestKurus)} tutarındaki siparişlerde kullanılabilir.`
  if (city !== undefined && provinces.includes(city) !== (provinceRule === 'only'))
    return `${city} iline gönderilen siparişlerde kapıda ödeme kullanılamıyor.`
  const left = lines.find(({ categoryId }) => categoriesOut.includes(categoryId))
  return left && `${left.item.productName} kapıda ödemeyle satılmıyor; bu ürün için başka bir ödeme yöntemi seçin.`
}

/** Why this account, or a telephone that it names, cannot pay at the door now; undefined when it can. */
export async function whyNotNow(
  ctx: Ctx,
  settings: DoorSettings,
  { userId, phone }: { userId: string; phone?: string },
): Promise<string | undefined> {
  const { openPerPerson, openPerPhone, refusalsThatEnd } = settings
  const [byPerson, byPhone] = [eq(orders.userId, userId), phone ? eq(orders.phone, phone) : undefined]
  if (refusalsThatEnd > 0) {
    const refused = and(isNotNull(orders.refusedAt), isNotNull(orders.placedAt), or(byPerson, byPhone))
    if ((await ctx.db.$count(orders, refused)) >= refusalsThatEnd) return endedByRefusals
  }
  const { status } = paymentAttempts
  // Hers that waits for its code ends when she begins another.
  const ofOthers = and(eq(status, 'AWAITING_CODE'), ne(orders.userId, userId))
  const [open = { person: 0, phone: 0 }] = await ctx.db
    .select({ person: countOf(byPerson), phone: countOf(byPhone ?? sql`false`) })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(or(eq(status, 'AWAITING_COLLECTION'), ofOthers), or(byPerson, byPhone)))
  if (open.person >= openPerPerson) return stillOpen('Kapıda ödemeli', open.person)
  return open.phone >= openPerPhone ? stillOpen('Bu telefonla kapıda ödemeli', open.phone) : undefined
}

function countOf(whose: SQL) {
  return sql<number>`count(*) filter (where ${whose})::int`
}

const endedByRefusals =
  'Daha önce teslim alınmayan paketler nedeniyle kapıda ödeme kullanılamıyor; lütfen başka bir ödeme yöntemi seçin.'

function stillOpen(which: string, n: number): string {
  return `${which} ${n} siparişiniz henüz tamamlanmadı; teslim aldıktan sonra kapıda ödemeyi yeniden seçebilirsiniz.`
}

/** METHOD_UNAVAILABLE for who may not. Asked while no other order of this telephone can begin, so that two at once cannot both fit. */
export async function boundDoorOrders(ctx: Ctx, settings: DoorSettings, who: { userId: string; phone: string }) {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`door ${who.phone}`}, 0))`)
  const why = await whyNotNow(ctx, settings, who)
  if (why) throw new ShopError('METHOD_UNAVAILABLE', why)
}
