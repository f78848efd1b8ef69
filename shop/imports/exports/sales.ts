/** Orders, a line for each of their items, and customers, for spreadsheets. */

import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { users } from '../../accounts/schema.ts'
import type { Ctx } from '../../ctx.ts'
import { postalLines } from '../../fields/postal-address.ts'
import { shownOrderId } from '../../order-id.ts'
import type { OrderStatus } from '../../orders/contract.ts'
import { type Order, withItems } from '../../orders/orders.ts'
import { orders } from '../../orders/schema.ts'
import { methodName } from '../../payment-method.ts'
import { paymentAttempts } from '../../payments/schema.ts'
import { istanbulDay } from '../../time.ts'
import type { Cell } from '../../xlsx.ts'
import type { SeenColumn } from './columns.ts'

const batch = 500
const first = '00000000-0000-0000-0000-000000000000'

const statusNames: Record<OrderStatus, string> = {
  PENDING: 'Onay bekliyor',
  CONFIRMED: 'Hazırlanıyor',
  PREPARED: 'Hazırlandı',
  SHIPPED: 'Kargoda',
  DELIVERED: 'Teslim edildi',
  CANCELLED: 'İptal edildi',
}

const paymentNames: Record<Order['paymentStatus'], string> = {
  PENDING: 'Ödeme bekleniyor',
  AWAITING_TRANSFER: 'Havale bekleniyor',
  CASH_ON_DELIVERY: 'Kapıda ödenecek',
  SUCCESS: 'Ödendi',
  REFUNDED: 'İade edildi',
  FAILED: 'Alınmadı',
}

export const orderColumns: SeenColumn[] = [
  { title: 'Tarih', width: 12 },
  { title: 'Sipariş no', width: 12 },
  { title: 'Durum', width: 14 },
  { title: 'Ödeme', width: 22 },
  { title: 'Ödeme durumu', width: 18 },
  { title: 'Ad soyad', width: 24 },
  { title: 'E-posta', width: 28, sight: 'contacts' },
  { title: 'Telefon', width: 16, sight: 'contacts' },
  { title: 'Adres', width: 50, sight: 'contacts' },
  { title: 'Ürün', width: 30 },
  { title: 'SKU', width: 18 },
  { title: 'Renk', width: 12 },
  { title: 'Beden', width: 10 },
  { title: 'Adet', width: 8 },
  { title: 'İade edilen adet', width: 14 },
  { title: 'Birim fiyat', width: 12, sight: 'amounts' },
  { title: 'Kargo', width: 10, sight: 'amounts' },
  { title: 'Ödeme ücreti', width: 12, sight: 'amounts' },
  { title: 'Vade farkı', width: 12, sight: 'amounts' },
  { title: 'Sipariş toplamı', width: 14, sight: 'amounts' },
  { title: 'Değişilen ürünle ödenen', width: 22, sight: 'amounts' },
  { title: 'İade edilen', width: 12, sight: 'amounts' },
]

/** A row for each line of an order. Its fees, its total and what went back stand in the first one alone, so that columns sum. */
export async function* orderRows(ctx: Ctx): AsyncGenerator<Cell[]> {
  for (let last = first; ; ) {
    const some = await ctx.db
      .select()
      .from(orders)
      .where(and(isNotNull(orders.placedAt), gt(orders.id, last)))
      .orderBy(asc(orders.id))
      .limit(batch)
    for (const order of await withItems(ctx, some)) {
      const { deliveryKurus, methodFeeKurus, installmentFeeKurus, totalKurus, exchangeKurus } = order
      const sums = [deliveryKurus, methodFeeKurus, installmentFeeKurus, totalKurus, exchangeKurus, givenBack(order)]
      for (const [index, item] of order.items.entries())
        yield [...orderCells(order, item), ...sums.map((kurus) => (index === 0 ? { kurus } : undefined))]
    }
    if (some.length < batch) return
    last = some.at(-1)?.id ?? last
  }
}

/** Counts money on its way back, as the list of orders does. */
function givenBack({ refundedKurus, refundPendingKurus }: Order): number {
  return refundedKurus + refundPendingKurus
}

function paymentName(order: Order): string {
  return order.paymentStatus === 'SUCCESS' && givenBack(order) > 0
    ? 'Kısmen iade edildi'
    : paymentNames[order.paymentStatus]
}

function orderCells(order: Order, item: Order['items'][number]): Cell[] {
  return [
    // The day of the panel's list, filters and reports, also where the bank's word came after midnight.
    { day: istanbulDay(order.createdAt) },
    shownOrderId(order.id),
    statusNames[order.status],
    methodName(order.paymentMethod, order),
    paymentName(order),
    `${order.firstName} ${order.lastName}`,
    order.email,
    order.phone,
    postalLines(order).join(', '),
    item.productName,
    item.sku,
    item.color,
    item.size,
    item.quantity,
    item.refundedQuantity,
    { kurus: item.unitPriceKurus },
  ]
}

export const customerColumns: SeenColumn[] = [
  { title: 'Ad', width: 16 },
  { title: 'Soyad', width: 16 },
  { title: 'E-posta', width: 30, sight: 'contacts' },
  { title: 'Kayıt tarihi', width: 12 },
  { title: 'Sipariş sayısı', width: 12 },
  { title: 'Harcama', width: 14, sight: 'amounts' },
  { title: 'Son sipariş', width: 12 },
]

/**
 * Those with an account, with the numbers of the panel: orders that were not cancelled, an exchange with the one that it came of, and
 * the money that they brought and that was kept.
 */
export async function* customerRows(ctx: Ctx): AsyncGenerator<Cell[]> {
  const { orderId, status, chargedKurus, amountKurus, refundKurus } = paymentAttempts
  for (let last = first; ; ) {
    const some = await ctx.db
      .select()
      .from(users)
      .where(and(eq(users.role, 'USER'), isNull(users.deletedAt), gt(users.id, last)))
      .orderBy(asc(users.id))
      .limit(batch)
    const ids = some.map(({ id }) => id)
    const bought = await ctx.db
      .select({
        userId: orders.userId,
        n: sql<number>`count(*) filter (where ${and(isNull(orders.cancelledAt), isNull(orders.exchangeOf))})::int`,
        kurus: sql<string>`coalesce(sum(coalesce(${chargedKurus}, ${amountKurus}) - ${refundKurus}), 0)`,
        last: sql<string | Date>`max(${orders.placedAt})`,
      })
      .from(orders)
      .leftJoin(paymentAttempts, and(eq(orderId, orders.id), eq(status, 'SUCCEEDED')))
      .where(and(inArray(orders.userId, ids), isNotNull(orders.placedAt)))
      .groupBy(orders.userId)
    const ofUser = new Map(bought.map(({ userId, ...sums }) => [userId, sums]))
    for (const user of some) {
      const sums = ofUser.get(user.id)
      yield [
        user.firstName,
        user.lastName,
        user.email,
        { day: istanbulDay(user.createdAt) },
        sums?.n ?? 0,
        { kurus: Number(sums?.kurus ?? 0) },
        sums && { day: istanbulDay(new Date(sums.last)) },
      ]
    }
    if (some.length < batch) return
    last = ids.at(-1) ?? last
  }
}
