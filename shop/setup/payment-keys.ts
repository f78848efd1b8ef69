import { type Ctx, requireRight } from '../ctx.ts'
import { invalid, ShopError } from '../errors.ts'
import { takeLimit } from '../limits.ts'
import { providers } from '../payments/open.ts'
import { providerSettings } from '../payments/settings.ts'
import { fixedAmong, requireOpen, type ServerSetting, saveServerSettings } from '../settings/server/saved.ts'
import type { PaymentKeys } from './contract.ts'

/** Tries the keys at the provider, and saves them once it takes them. INVALID with its own words, CONFLICT when it is down. */
export async function savePaymentKeys(ctx: Ctx, { provider, side, keys: given }: PaymentKeys): Promise<void> {
  const userId = requireRight(ctx, 'settings')
  const settings = providerSettings[provider]
  const asked = settings.setup?.keys ?? []
  const names = asked.map(({ name }) => name as ServerSetting)
  requireOpen(ctx, ['PAYMENT_PROVIDER', ...names])
  const wrong = asked.filter(({ name, form }) => !form.test(given[name] ?? ''))
  if (wrong.length > 0)
    throw invalid(
      Object.fromEntries(wrong.map(({ name, label, wrong }) => [name, [given[name] ? wrong : `${label} gerekli`]])),
    )
  await takeLimit(ctx, { key: `setup-payment:${userId}`, limit: 20, windowSeconds: 3600 })
  const keys = Object.fromEntries(names.map((name) => [name, given[name] ?? '']))
  const beside = Object.entries(settings.setup?.beside(side) ?? {})
  // A setting beside the keys, such as the provider's address, keeps its value where the environment sets it.
  const free = Object.fromEntries(beside.filter(([name]) => fixedAmong(ctx, [name as ServerSetting]).length === 0))
  await tryKeys(ctx, provider, { ...ctx.server.given(Object.keys(settings.schema)), ...free, ...keys })
  await saveServerSettings(ctx, { ...free, ...keys, PAYMENT_PROVIDER: provider })
}

async function tryKeys(ctx: Ctx, provider: PaymentKeys['provider'], source: Record<string, string>): Promise<void> {
  const settings = providerSettings[provider]
  const reading = settings.read(source)
  if ('missing' in reading)
    throw invalid(Object.fromEntries(reading.missing.map((name) => [name, ['Bu anahtar gerekli']])))
  const trial = await providers[provider].tryKeys(reading.config)
  if (!trial || trial.kind === 'accepted') return
  if (trial.kind === 'unreachable') {
    ctx.log.warn({ provider, reason: trial.words }, 'keys could not be tried: the provider does not answer')
    const message = `${settings.title} şu anda yanıt vermiyor, anahtarlar denenemedi ve kaydedilmedi; birkaç dakika sonra yeniden deneyin.`
    throw new ShopError('CONFLICT', message)
  }
  const last = settings.setup?.keys.at(-1)?.name ?? ''
  throw invalid({
    [last]: [
      `${settings.title} bu anahtarları kabul etmedi: ${trial.words}. Anahtarları panelinden yeniden kopyalayın`,
    ],
  })
}
