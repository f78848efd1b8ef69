import type { Ctx } from '../../ctx.ts'
import type { Marketplace } from './marketplace.ts'

/** The marketplace that is set up; its code is loaded by whoever talks to it. */
export async function openMarketplace({ config }: Pick<Ctx, 'config'>): Promise<Marketplace | undefined> {
  if (!config.trendyol) return undefined
  const { trendyol } = await import('../trendyol/trendyol.ts')
  return trendyol(config.trendyol)
}
