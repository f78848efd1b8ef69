import { and, isNotNull, isNull, min } from 'drizzle-orm'
import { z } from 'zod'
import { categories, products } from '../../../catalog/schema.ts'
import type { Ctx } from '../../../ctx.ts'
import { provinces } from '../../../fields/provinces.ts'
import { formatKurus } from '../../../money.ts'
import { findSetting } from '../../../settings/settings.ts'
import { todo, type Way, type WayFinding } from '../way.ts'
import { DoorSettings, doorKey } from './settings.ts'

export const doorChecks: Way['checks'] = {
  id: 'door',
  title: 'Kapıda ödeme',
  link: '/admin/ayarlar?bolum=kapida-odeme',
  async find(ctx) {
    if (!(await findSetting(ctx, doorKey, z.looseObject({ enabled: z.literal(true) })))) return []
    const settings = await findSetting(ctx, doorKey, DoorSettings)
    if (!settings) return [unreadable]
    const problems = [
      ...(ctx.config.smtpUrl || ctx.config.sms ? [] : [noSender]),
      ...(settings.cash || settings.card ? [] : [nothingTaken]),
      ...placesLeft(settings),
      ...(await goodsLeft(ctx, settings)),
      ...(settings.feeKurus > 0 ? [] : [noFee]),
    ]
    return problems.length > 0 ? problems : [good(settings)]
  },
}

function placesLeft({ provinceRule, provinces: chosen }: DoorSettings): WayFinding[] {
  const left = provinces.filter((name) => chosen.includes(name) === (provinceRule === 'only'))
  return left.length > 0 ? [] : [nowhere]
}

/** Whether any piece is left that may be paid so: by its category, and by the largest total. */
async function goodsLeft(ctx: Ctx, { categoriesOut, largestKurus }: DoorSettings): Promise<WayFinding[]> {
  const all = await ctx.db.select({ id: categories.id }).from(categories)
  if (all.length > 0 && all.every(({ id }) => categoriesOut.includes(id))) return [nothing]
  const [cheapest] = await ctx.db
    .select({ priceKurus: min(products.priceKurus) })
    .from(products)
    .where(and(isNotNull(products.publishedAt), isNull(products.deletedAt)))
  const priceKurus = cheapest?.priceKurus ?? 0
  return largestKurus > 0 && priceKurus > largestKurus ? [tooSmall(largestKurus, priceKurus)] : []
}

const unreadable = todo(
  'Kapıda ödeme ayarları bozuk olduğu için kapıda ödeme kapalı sayılıyor; gözden geçirip yeniden kaydedin.',
  'its settings cannot be read, so it counts as off; save them again',
)
const noSender = todo(
  'Onay kodunu gönderecek bir e-posta sunucusu yok; Yayına geçiş’te e-posta sunucunuzu kaydedin ya da kapıda ödemeyi kapatın.',
  'nothing sends its codes to shoppers; set SMTP_URL',
)
const nothingTaken = todo(
  'Kargo görevlisinin nakit mi kart mı alacağı seçilmemiş; en az birini seçin.',
  'neither cash nor card is taken; choose one',
)
const nowhere = todo(
  'İl seçiminiz bütün illeri dışarıda bırakıyor; kimse kapıda ödeyemez.',
  'its provinces leave none where it is offered',
)
const nothing = todo(
  'Bütün kategoriler dışarıda bırakılmış; hiçbir ürün kapıda ödemeyle alınamaz.',
  'all categories are left out of it',
)
const noFee: WayFinding = {
  state: 'advice',
  text: 'Kapıda ödeme bedeli yok. Kargo firmanız tahsilat için ücret alıyorsa bir bedel yazın.',
  plain: 'it costs the shopper nothing; carriers ask for collecting',
}

function tooSmall(largestKurus: number, priceKurus: number): WayFinding {
  const [largest, price] = [largestKurus, priceKurus].map(formatKurus)
  return todo(
    `En yüksek tutar ${largest}, en ucuz ürününüz ise ${price}; hiçbir sipariş kapıda ödenemez.`,
    `its largest total (${largest}) is below the cheapest piece (${price})`,
  )
}

function good({ feeKurus }: DoorSettings): WayFinding {
  const fee = formatKurus(feeKurus)
  return { state: 'done', text: `Kapıda ödeme açık, bedeli ${fee}.`, plain: `at the door for ${fee}` }
}
