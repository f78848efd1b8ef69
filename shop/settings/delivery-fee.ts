import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { cityText } from '../fields/contract.ts'
import { formatKurus } from '../money.ts'
import { changeSection, type EditedVersion } from './section-change.ts'
import { findSetting, findSettingVersion } from './settings.ts'

const kurus = z
  .number('Tutar gerekli')
  .int('Tutar en çok iki ondalık basamak olabilir')
  .min(0, 'Tutar eksi olamaz')
  .max(1_000_000, 'Tutar en çok 10.000 TL olabilir')

/** What delivery costs, in kuruş; without a fee it is free. */
export const DeliveryFee = z.object({
  feeKurus: kurus,
  /** From goods of this price on it is free; 0: never. */
  freeFromKurus: kurus.max(100_000_000, 'Tutar en çok 1.000.000 TL olabilir'),
  /** Provinces with a fee of their own, which is asked for in place of the usual one. */
  provinces: z
    .array(z.object({ city: cityText, feeKurus: kurus }), 'İller geçersiz')
    .max(81, 'En çok 81 il yazılabilir')
    .refine((list) => new Set(list.map(({ city }) => city)).size === list.length, 'Bir il iki kez yazılmış'),
})
export type DeliveryFee = z.infer<typeof DeliveryFee>

export const freeDelivery: DeliveryFee = { feeKurus: 0, freeFromKurus: 0, provinces: [] }

const deliveryKey = 'delivery'

export async function findDeliveryFee(ctx: Ctx): Promise<DeliveryFee> {
  return (await findSetting(ctx, deliveryKey, DeliveryFee)) ?? freeDelivery
}

export async function findDeliveryVersion(ctx: Ctx): Promise<number> {
  return findSettingVersion(ctx, deliveryKey)
}

export async function saveDeliveryFee(ctx: Ctx, settings: DeliveryFee, edited: EditedVersion = {}): Promise<void> {
  await changeSection(ctx, 'delivery', deliveryKey, edited, async (ctx) => ({
    value: settings,
    before: factsOf(await findDeliveryFee(ctx)),
    after: factsOf(settings),
  }))
}

/** For the history, in words. */
function factsOf({ feeKurus, freeFromKurus, provinces }: DeliveryFee) {
  return {
    deliveryFee: formatKurus(feeKurus),
    freeFrom: freeFromKurus > 0 ? formatKurus(freeFromKurus) : '',
    provinces: provinces.map(({ city, feeKurus }) => `${city}: ${formatKurus(feeKurus)}`).join('\n'),
  }
}

/** The fee for goods of this price; that of a province where one is known. */
export function feeFor(fee: DeliveryFee, goodsKurus: number, city?: string): number {
  if (fee.freeFromKurus > 0 && goodsKurus >= fee.freeFromKurus) return 0
  return fee.provinces.find((province) => province.city === city)?.feeKurus ?? fee.feeKurus
}

function isFree({ feeKurus, provinces }: DeliveryFee): boolean {
  return feeKurus === 0 && provinces.every(({ feeKurus }) => feeKurus === 0)
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

export function feeWords(fee: DeliveryFee): FeeWords {
  if (isFree(fee)) return freeWords
  const { feeKurus, freeFromKurus, provinces } = fee
  const from = freeFromKurus > 0 ? `${formatKurus(freeFromKurus)} ve üzeri siparişlerde` : ''
  const usual = feeKurus > 0 ? `Kargo ücreti ${formatKurus(feeKurus)}` : 'Kargo ücretsizdir'
  const others = provinces.length > 0 ? ' Bazı illerde ücret farklıdır; ödeme adımında gösterilir.' : ''
  const short = from ? `${from} ücretsiz kargo` : feeKurus > 0 ? `Kargo ${formatKurus(feeKurus)}` : 'Ücretsiz kargo'
  return {
    short,
    first: short,
    rule: `${usual}${from && feeKurus > 0 ? `; ${from} ücretsizdir` : ''}.${others}`,
    bearer: 'Kargo ücreti sipariş özetinde yazar ve Alıcı’ya aittir.',
    told: 'Kargo ücreti sipariş özetinde yazar',
  }
}
