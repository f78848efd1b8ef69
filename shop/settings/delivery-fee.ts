import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { products } from '../catalog/schema.ts'
import type { Ctx } from '../ctx.ts'
import { cityText, ruledText } from '../fields/contract.ts'
import { lineRule } from '../fields/rules.ts'
import { formatKurus } from '../money.ts'
import { fold } from '../turkish.ts'
import { changeSection, type EditedVersion } from './section-change.ts'
import { findSetting, findSettingVersion } from './settings.ts'

const kurus = z
  .number('Tutar gerekli')
  .int('Tutar en çok iki ondalık basamak olabilir')
  .min(0, 'Tutar eksi olamaz')
  .max(1_000_000, 'Tutar en çok 10.000 TL olabilir')

export const weightClassRule = lineRule('Sınıfın adını yazın', 30)

/** The delivery fees in kuruş; without any, delivery is free. */
export const DeliveryFee = z.object({
  feeKurus: kurus,
  /** From goods of this price on it is free; 0: never. */
  freeFromKurus: kurus.max(100_000_000, 'Tutar en çok 1.000.000 TL olabilir'),
  /** Provinces with a fee of their own, which is asked for in place of the usual one. */
  provinces: z
    .array(z.object({ city: cityText, feeKurus: kurus }), 'İller geçersiz')
    .max(81, 'En çok 81 il yazılabilir')
    .refine((list) => new Set(list.map(({ city }) => city)).size === list.length, 'Bir il iki kez yazılmış'),
  /** The extra fee of a parcel with a product of this class; where it holds several classes, only the highest counts. */
  classes: z
    .array(
      z.object({ name: ruledText(weightClassRule, { minLength: 1, maxLength: 30 }), extraKurus: kurus.min(1) }),
      'Sınıflar geçersiz',
    )
    .max(5, 'En çok 5 kargo sınıfı yazılabilir')
    .refine((list) => new Set(list.map(({ name }) => fold(name))).size === list.length, 'Bir sınıf iki kez yazılmış')
    .default([]),
})
export type DeliveryFee = z.infer<typeof DeliveryFee>

export const freeDelivery: DeliveryFee = { feeKurus: 0, freeFromKurus: 0, provinces: [], classes: [] }

export const deliveryKey = 'delivery'

export async function findDeliveryFee(ctx: Ctx): Promise<DeliveryFee> {
  return (await findSetting(ctx, deliveryKey, DeliveryFee)) ?? freeDelivery
}

export async function findDeliveryVersion(ctx: Ctx): Promise<number> {
  return findSettingVersion(ctx, deliveryKey)
}

/** A class that has another name from now on: its products keep it. */
export type RenamedClass = { from: string; to: string }

export async function saveDeliveryFee(
  ctx: Ctx,
  settings: DeliveryFee,
  { renamed = [], ...edited }: EditedVersion & { renamed?: RenamedClass[] } = {},
): Promise<void> {
  await changeSection(ctx, 'delivery', deliveryKey, edited, async (ctx) => {
    await renameClasses(ctx, renamed)
    return { value: settings, before: factsOf(await findDeliveryFee(ctx)), after: factsOf(settings) }
  })
}

/** All at once, as two classes may change their names with each other. */
async function renameClasses(ctx: Ctx, renamed: RenamedClass[]): Promise<void> {
  if (renamed.length === 0) return
  const cases = renamed.map(({ from, to }) => sql`when ${from} then ${to}`)
  await ctx.db
    .update(products)
    .set({
      weightClass: sql`case ${products.weightClass} ${sql.join(cases, sql` `)} end`,
      version: sql`${products.version} + 1`,
    })
    .where(
      inArray(
        products.weightClass,
        renamed.map(({ from }) => from),
      ),
    )
}

/** For the history, in words. */
function factsOf({ feeKurus, freeFromKurus, provinces, classes }: DeliveryFee) {
  return {
    deliveryFee: formatKurus(feeKurus),
    freeFrom: freeFromKurus > 0 ? formatKurus(freeFromKurus) : '',
    provinces: provinces.map(({ city, feeKurus }) => `${city}: ${formatKurus(feeKurus)}`).join('\n'),
    weightClasses: classes.map(({ name, extraKurus }) => `${name}: +${formatKurus(extraKurus)}`).join('\n'),
  }
}

type Parcel = { city?: string | undefined; classes?: (string | null)[] }

/**
 * The fee for goods of this price; that of a province where one is known. An order is one parcel, and a carrier asks for a parcel
 * by its size as a whole, in steps: so its dearest class is added, once, and not each piece's.
 */
export function feeFor(fee: DeliveryFee, goodsKurus: number, { city, classes = [] }: Parcel = {}): number {
  if (fee.freeFromKurus > 0 && goodsKurus >= fee.freeFromKurus) return 0
  const usualKurus = fee.provinces.find((province) => province.city === city)?.feeKurus ?? fee.feeKurus
  return usualKurus + Math.max(0, ...classes.map((name) => extraOf(fee, name)))
}

function extraOf({ classes }: DeliveryFee, name: string | null): number {
  return classes.find((each) => each.name === name)?.extraKurus ?? 0
}

function isFree({ feeKurus, provinces, classes }: DeliveryFee): boolean {
  return feeKurus === 0 && provinces.every(({ feeKurus }) => feeKurus === 0) && classes.length === 0
}

/**
 * The fee in words: `short` for a line of promises, `first` to begin a sentence, `rule` for wherever there is room, and what
 * the contracts say of it: who bears it, and where it is told.
 */
export type FeeWords = { short: string; first: string; rule: string; bearer: string; told: string }

export const freeDeliveryTold = 'Kargo ücretsizdir'

const freeWords: FeeWords = {
  short: 'Ücretsiz kargo',
  first: 'Her siparişte ücretsiz kargo',
  rule: 'Kargo her siparişte ücretsizdir.',
  bearer: 'Kargo ücreti Satıcı’ya aittir.',
  told: freeDeliveryTold,
}

/** The weight class of a product, for the words of its own page. */
export type Weighed = { weightClass: string | null }

export function feeWords(fee: DeliveryFee, product?: Weighed): FeeWords {
  if (isFree(fee)) return freeWords
  const short = shortWords(fee, product)
  return {
    short,
    first: short,
    rule: ruleWords(fee, product),
    bearer: 'Kargo ücreti sipariş özetinde yazar ve Alıcı’ya aittir.',
    told: 'Kargo ücreti sipariş özetinde yazar',
  }
}

function shortWords(fee: DeliveryFee, product: Weighed | undefined): string {
  const feeKurus = fee.feeKurus + extraOf(fee, product?.weightClass ?? null)
  const differs = !product && fee.classes.length > 0
  if (fee.freeFromKurus > 0) return `${freeFrom(fee)} ücretsiz kargo`
  if (feeKurus === 0) return differs ? 'Çoğu üründe ücretsiz kargo' : 'Ücretsiz kargo'
  return differs ? `Kargo ${formatKurus(feeKurus)}’den başlar` : `Kargo ${formatKurus(feeKurus)}`
}

function ruleWords(fee: DeliveryFee, product: Weighed | undefined): string {
  const extraKurus = extraOf(fee, product?.weightClass ?? null)
  const feeKurus = fee.feeKurus + extraKurus
  const what = extraKurus > 0 ? 'Bu ürünün kargo ücreti' : 'Kargo ücreti'
  const usual = feeKurus > 0 ? `${what} ${formatKurus(feeKurus)}` : 'Kargo ücretsizdir'
  const until = fee.freeFromKurus > 0 && feeKurus > 0 ? `; ${freeFrom(fee)} ücretsizdir` : ''
  const classes = extraKurus > 0 ? '' : classWords(fee)
  const others = fee.provinces.length > 0 ? ' Bazı illerde ücret farklıdır; ödeme adımında gösterilir.' : ''
  return `${usual}${until}.${classes}${others}`
}

/** ' “Ağır” ürün bulunan siparişlerde ücrete 80,00 TL eklenir.' */
function classWords(fee: DeliveryFee): string {
  const [first, ...more] = fee.classes.map(
    ({ name, extraKurus }) => `“${name}” ürün bulunan siparişlerde ${formatKurus(extraKurus)}`,
  )
  if (!first) return ''
  const all = [first, ...more].join(', ')
  const once = more.length > 0 ? '; birden çoğu bulunursa yalnızca en yükseği' : ''
  if (fee.feeKurus > 0) return ` ${all} eklenir${once}.`
  const until = fee.freeFromKurus > 0 ? `; ${freeFrom(fee)} alınmaz` : ''
  return ` ${all} kargo ücreti alınır${once}${until}.`
}

function freeFrom({ freeFromKurus }: DeliveryFee): string {
  return `${formatKurus(freeFromKurus)} ve üzeri siparişlerde`
}
