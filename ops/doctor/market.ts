import type { Env } from '#env'
import { openMarketplace } from '#shop/channels/market/open.ts'
import { minutes } from '#shop/time.ts'
import { about, type Finding } from './finding.ts'

const { ok, warning, wrong } = about('trendyol')

/** Asks the marketplace for the orders of the last minute, if one is set, and changes nothing. */
export async function checkMarket(env: Env): Promise<Finding[]> {
  const market = await openMarketplace({ config: { ...env, authSecret: '' } })
  if (!market || !env.trendyol) return []
  const { host } = new URL(env.trendyol.baseUrl)
  const now = new Date()
  const answer = await market.listPackages(new Date(now.getTime() - minutes(1)), now)
  if (answer.kind === 'refused')
    return [
      wrong(`${host} refuses the seller or its keys (TRENDYOL_SELLER_ID, _API_KEY, _API_SECRET): ${answer.message}`),
    ]
  if (answer.kind === 'lost') return [wrong(`cannot talk to ${host} (TRENDYOL_BASE_URL): ${answer.reason}`)]
  if (answer.kind === 'rest') return [warning(`${host} answers that it is asked too often`)]
  return [host.startsWith('stage') ? warning(`${host} is Trendyol's test side`) : ok(`${host} takes the keys`)]
}
