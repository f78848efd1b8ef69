import type { Db } from '#db/database.ts'
import type { Env } from '#env'
import { checkWays } from '#shop/checkout/ways/ways.ts'
import { ctxOn } from '../ctx.ts'
import { about, type Finding } from './finding.ts'

/** Checks the ways to pay that are on: a lack is an error in a live shop, a warning in a demo. */
export async function checkWaysToPay(db: Db, env: Env): Promise<Finding[]> {
  const ways = await checkWays(ctxOn(db, env))
  return ways.flatMap(({ id, findings }) => {
    const { ok, warning, wrong } = about(id)
    const todo = env.mode === 'live' ? wrong : warning
    const how = { done: ok, todo, advice: warning }
    return findings.map(({ state, plain }) => how[state](plain))
  })
}
