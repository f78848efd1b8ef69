import { setTimeout as wait } from 'node:timers/promises'
import { announceCatalogChange } from '../catalog-changes.ts'
import type { Ctx } from '../ctx.ts'
import type { CatalogChange } from '../ports.ts'
import { seconds } from '../time.ts'

/** Products that a job writes in one transaction, at most. */
const most = 100
/** Milliseconds that a batch is to take where shoppers wait for it, and the number with which the first one tries. */
const aim = 150
const first = 10
/** Milliseconds between two announcements. */
const newsPause = seconds(2)

export type Pace = {
  /** Does the next batch, of so many products, and rests as it must. */
  run<T>(work: (ctx: Ctx, size: number) => Promise<T>): Promise<T>
  /** To be called at the end, whatever ended it. */
  end(): Promise<void>
}

/**
 * How a job that writes many products lets shoppers through. PostgreSQL takes a hundred a transaction. The embedded database
 * answers one statement after the other, and a transaction keeps all others waiting: there a batch is as large as can be written in
 * a blink, the job rests half as long as it worked, and changes are announced together, as each has every kept page rendered again.
 * Nobody else keeps pages there, so a crash loses no announcement.
 */
export function paceOf(ctx: Ctx): Pace {
  return ctx.config.databaseUrl ? { run: (work) => work(ctx, most), end: async () => {} } : embeddedPace(ctx)
}

function embeddedPace(ctx: Ctx): Pace {
  let size = first
  let told = Date.now()
  let news: CatalogChange | undefined
  const gathering: Ctx = {
    ...ctx,
    gatherNews(change) {
      news = joined(news, change)
    },
  }
  async function announce(): Promise<void> {
    if (news === undefined) return
    const change = news
    news = undefined
    told = Date.now()
    await announceCatalogChange(ctx, change)
  }
  return {
    async run(work) {
      const began = performance.now()
      const result = await work(gathering, size)
      const took = performance.now() - began
      size = Math.min(most, Math.max(1, Math.round((size * Math.min(2, aim / took) + size) / 2)))
      if (Date.now() - told > newsPause) await announce()
      await wait(Math.min(took / 2, seconds(1)))
      return result
    },
    end: announce,
  }
}

function joined(one: CatalogChange | undefined, other: CatalogChange): CatalogChange {
  if (one === undefined) return other
  if (one === 'everything' || other === 'everything') return 'everything'
  return { productIds: [...new Set([...one.productIds, ...other.productIds])] }
}
