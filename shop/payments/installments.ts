import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { invalid, ShopError } from '../errors.ts'
import type { InstallmentPlan, PaymentProvider } from '../payment-provider.ts'
import { changeSection, type EditedVersion } from '../settings/section-change.ts'
import { findSetting, findSettingVersion } from '../settings/settings.ts'
import { minutes } from '../time.ts'
import { providerForNew } from './providers.ts'

const cardEntries = ['shop', 'page', 'both'] as const
export type CardEntry = (typeof cardEntries)[number]

export const InstallmentSettings = z.object({
  /** The counts that the shop offers; a single payment always is. */
  counts: z.array(z.number().int().min(2).max(12)).max(11),
  /** Whether the shopper or the shop pays the bank's fee for installments. */
  feeBearer: z.enum(['shopper', 'shop']),
  /** Below this there is only a single payment. */
  minimumKurus: z.number().int().min(0).max(100_000_000).default(0),
  /** Where a card is typed: in the shop, on the provider's own page, or as the shopper likes. */
  cardEntry: z.enum(cardEntries, 'Kart bilgisinin nerede girileceğini seçin').optional(),
})
export type InstallmentSettings = z.infer<typeof InstallmentSettings>

const settingKey = 'payments.installments'
const usual: InstallmentSettings = { counts: [2, 3, 6, 9, 12], feeBearer: 'shopper', minimumKurus: 0 }

export async function findInstallmentSettings(ctx: Ctx): Promise<InstallmentSettings> {
  return (await findSetting(ctx, settingKey, InstallmentSettings)) ?? usual
}

/** Counts the changes, for the optimistic lock. */
export async function findInstallmentVersion(ctx: Ctx): Promise<number> {
  return findSettingVersion(ctx, settingKey)
}

export async function changeInstallmentSettings(
  ctx: Ctx,
  settings: InstallmentSettings,
  edited: EditedVersion = {},
): Promise<void> {
  await changeSection(ctx, 'installments', settingKey, edited, async (ctx) => ({
    value: { ...settings, cardEntry: settings.cardEntry ?? (await findInstallmentSettings(ctx)).cardEntry },
    before: { ...(await findInstallmentSettings(ctx)) },
    after: { ...settings },
  }))
}

/** Where cards are typed; until the owner says so in the shop, and in the demo as the shopper likes. */
export async function findCardEntry(ctx: Ctx): Promise<CardEntry> {
  if (ctx.payments.ownPageOnly) return 'page'
  const { cardEntry } = await findInstallmentSettings(ctx)
  return cardEntry ?? (ctx.config.mode === 'demo' ? 'both' : 'shop')
}

/** The counts of installments that a page may offer: none that would cost the shopper more than the total she was shown. */
export async function countsForPage(ctx: Ctx, totalKurus: number): Promise<number[]> {
  const { counts, feeBearer, minimumKurus } = await findInstallmentSettings(ctx)
  return feeBearer === 'shop' && totalKurus >= minimumKurus ? [1, ...counts] : [1]
}

type InstallmentOffer = {
  family: string
  bank: string | null
  options: { count: number; totalKurus: number; monthlyKurus: number }[]
}

/** Lists what a price costs in installments, for one card by its first digits or for every card family. */
export async function listInstallmentOffers(ctx: Ctx, priceKurus: number, bin?: string): Promise<InstallmentOffer[]> {
  const plans = await plansOf(providerForNew(ctx), priceKurus, bin)
  if (!plans) throw new ShopError('UNAVAILABLE', 'Taksit seçenekleri şu anda alınamıyor; tek çekim ödeyebilirsiniz.')
  const settings = await findInstallmentSettings(ctx)
  return plans.map(({ family, bank, options }) => ({ family, bank, options: offered(options, priceKurus, settings) }))
}

function offered(options: InstallmentPlan['options'], priceKurus: number, settings: InstallmentSettings) {
  const { feeBearer, minimumKurus } = settings
  const counts = priceKurus < minimumKurus ? [] : settings.counts
  const single = { count: 1, totalKurus: priceKurus, monthlyKurus: priceKurus }
  const several = options
    .filter(({ count }) => count > 1 && counts.includes(count))
    .sort((a, b) => a.count - b.count)
    .map(({ count, totalKurus }) => {
      // A shop that bears the fee charges the price of the goods; nobody is ever charged less.
      const total = feeBearer === 'shop' ? priceKurus : Math.max(totalKurus, priceKurus)
      return { count, totalKurus: total, monthlyKurus: Math.round(total / count) }
    })
  return [single, ...several]
}

/** The fee of so many installments with this card, in kuruş; INVALID, of the field `at`, when the card does not allow them. */
export async function installmentFee(
  ctx: Ctx,
  priceKurus: number,
  count: number,
  cardNumber: string,
  at = 'paymentData.installments',
): Promise<number> {
  if (count === 1) return 0
  const [offer] = await listInstallmentOffers(ctx, priceKurus, cardNumber.replace(/ /g, '').slice(0, 8))
  const option = offer?.options.find((option) => option.count === count)
  if (!option) {
    throw invalid({ [at]: ['Bu kartla seçtiğiniz taksit yapılamıyor; başka bir taksit seçin.'] })
  }
  return option.totalKurus - priceKurus
}

/** Rates change rarely and every shopper asks: a provider's answer holds for some minutes. */
const caches = new WeakMap<PaymentProvider, LRUCache<string, InstallmentPlan[]>>()

async function plansOf(payments: PaymentProvider, priceKurus: number, bin?: string) {
  const cache = caches.get(payments) ?? new LRUCache<string, InstallmentPlan[]>({ max: 500, ttl: minutes(10) })
  caches.set(payments, cache)
  const key = `${priceKurus} ${bin ?? ''}`
  const plans = cache.get(key) ?? (await payments.listInstallments(priceKurus, bin))
  if (plans) cache.set(key, plans)
  return plans
}
