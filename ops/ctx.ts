import pino from 'pino'
import type { Env } from '#env'
import { type Ctx, newId } from '#shop/ctx.ts'
import { LocalOrderFeed } from '#shop/orders/feed.ts'

/** As much of the shop as commands need: they send no mail and touch no catalog. */
export function ctxOn(db: Ctx['db'], env: Env): Ctx {
  const unused = (what: string) => () => {
    throw new Error(`${what} is not open on the command line`)
  }
  return {
    db,
    config: { ...env, authSecret: env.authSecret ?? '' },
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
    jobs: { add: unused('the job queue') },
    files: new Proxy({} as Ctx['files'], { get: unused('the file store') }),
    payments: new Proxy({} as Ctx['payments'], { get: unused('the payment provider') }),
    onCatalogChange: unused('the catalog'),
    // Nobody follows it here; the processes of the shop hear of a change from the database.
    orderFeed: new LocalOrderFeed(),
    push: unused('push'),
    server: new Proxy({} as Ctx['server'], { get: unused('saving settings') }),
    actor: { kind: 'system' },
    requestId: newId(),
  }
}
