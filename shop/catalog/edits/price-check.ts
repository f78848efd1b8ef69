import { asc, inArray, sql } from 'drizzle-orm'
import { type Ctx, requireRight } from '../../ctx.ts'
import { formatKurus } from '../../money.ts'
import type { PriceCheckQuery } from '../contract.ts'
import { priceHistory } from '../schema.ts'
import { getAdminProduct } from './admin-products.ts'
import { lowestPriceBefore, type PriceStep } from './lawful-price.ts'

type PriceCheck = { struckKurus: number | null; message: string }

/**
 * Says which struck-through price shoppers would see, and why, if a product were saved with these prices now; without an
 * id, for a new product. The rule: docs/law.md.
 */
export async function checkPrice(ctx: Ctx, id: string | undefined, asked: PriceCheckQuery): Promise<PriceCheck> {
  requireRight(ctx, 'catalog')
  const days = await windowDays(ctx)
  const reference = id === undefined ? undefined : await referencePrice(ctx, id, asked.price, days)
  return judge({ ...asked, reference, days })
}

async function windowDays(ctx: Ctx): Promise<number> {
  const [row] = await ctx.db.select({ days: sql<number>`days` }).from(sql`price_window_days() days`)
  return row?.days ?? 30
}

/** The lowest recent price of the variants that have the product's price, as if they had the new price from now on. */
async function referencePrice(ctx: Ctx, id: string, price: number, days: number): Promise<number | undefined> {
  const product = await getAdminProduct(ctx, id)
  const carriers = product.variants.filter((variant) => variant.priceKurus === product.priceKurus)
  if (carriers.length === 0) return undefined
  const rows = await ctx.db
    .select()
    .from(priceHistory)
    .where(
      inArray(
        priceHistory.variantId,
        carriers.map((variant) => variant.id),
      ),
    )
    .orderBy(asc(priceHistory.since), asc(priceHistory.id))
  const lowest = [...Map.groupBy(rows, (row) => row.variantId).values()].flatMap((history) => {
    const steps: PriceStep[] =
      history.at(-1)?.priceKurus === price ? history : [...history, { priceKurus: price, since: new Date() }]
    return lowestPriceBefore(steps, days) ?? []
  })
  return lowest.length > 0 ? Math.min(...lowest) : undefined
}

type Judged = PriceCheckQuery & { reference: number | undefined; days: number }

function judge({ price, originalPrice, reference, days }: Judged): PriceCheck {
  const shown = formatKurus(price)
  const none = (message: string) => ({ struckKurus: null, message })
  if (originalPrice === null) return none(`Müşteriler yalnızca ${shown} fiyatını görecek.`)
  if (originalPrice <= price)
    return none(
      `Üstü çizili fiyat, satış fiyatından yüksek olmadığı için müşteriler yalnızca ${shown} fiyatını görecek.`,
    )
  if (reference === undefined)
    return none(
      `Müşteriler yalnızca ${shown} fiyatını görecek; çünkü bu ürünün daha önce uygulanmış bir fiyatı yok ve yasaya göre yalnızca gerçekten uygulanmış bir fiyatın üstü çizilebilir.`,
    )
  if (reference <= price)
    return none(
      `Müşteriler yalnızca ${shown} fiyatını görecek; çünkü ürün son ${days} gün içinde ${formatKurus(reference)} fiyatla da satıldı ve yasaya göre indirim o dönemin en düşük fiyatıyla karşılaştırılır.`,
    )
  const struckKurus = Math.min(originalPrice, reference)
  const shoppersSee = `Müşteriler ${formatKurus(struckKurus)} fiyatının üstünü çizili, ${shown} fiyatını geçerli olarak görecek`
  return {
    struckKurus,
    message:
      reference < originalPrice
        ? `${shoppersSee}; çünkü yasaya göre indirim, indirimden önceki ${days} günün en düşük fiyatıyla karşılaştırılır.`
        : `${shoppersSee}.`,
  }
}
