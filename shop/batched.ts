import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/database.ts'
import { byKeys } from '#db/statements.ts'
import type { Ctx } from './ctx.ts'
import { isDatabaseUnavailable, isOfItsValues } from './errors.ts'

/** Statements of one kind under way at once, however many ask: a crowd does not take all connections. */
const mostAtOnce = 2
/** Questions that one statement answers. */
const mostTogether = 200

/** The condition of a statement that finds its rows by keys, for the database to plan it once; the last part of the statement. */
export function byKeysOf(...conditions: (SQL | undefined)[]): SQL {
  return sql`${and(...conditions)}${sql.raw(byKeys)}`
}

/** Whether a column has one of the values: however many they are, the text of the statement is one of two. */
export function oneOf(column: PgColumn, values: string[]): SQL {
  const [first, ...more] = values
  return more.length === 0 ? sql`${column} = ${first}` : sql`${column} = any(${sql.param(values)})`
}

type Waiting<Q, A> = { ctx: Ctx; question: Q; answer: (answer: A) => void; fail: (error: unknown) => void }

/**
 * Makes a question that a crowd may ask at the same moment: alone each is asked at once, and those that come while two are under way
 * are asked together. `ask` gives the answers in the order of the questions; its ctx is that of one who asks. A value that the
 * database refuses fails its own question alone. What is known of a transaction is never asked for with others.
 */
export function batched<Q, A>(ask: (ctx: Ctx, questions: Q[]) => Promise<A[]>): (ctx: Ctx, question: Q) => Promise<A> {
  const batches = new WeakMap<Db, Batch<Q, A>>()
  return async (ctx, question) => {
    if (ctx.afterCommit) return (await ask(ctx, [question]))[0] as A
    const batch = batches.get(ctx.db) ?? new Batch(ask)
    batches.set(ctx.db, batch)
    return batch.ask(ctx, question)
  }
}

class Batch<Q, A> {
  private underWay = 0
  private readonly waiting: Waiting<Q, A>[] = []
  private readonly askAll: (ctx: Ctx, questions: Q[]) => Promise<A[]>

  constructor(askAll: (ctx: Ctx, questions: Q[]) => Promise<A[]>) {
    this.askAll = askAll
  }

  ask(ctx: Ctx, question: Q): Promise<A> {
    return new Promise((answer, fail) => {
      this.waiting.push({ ctx, question, answer, fail })
      if (this.underWay < mostAtOnce) void this.work()
    })
  }

  private async work(): Promise<void> {
    this.underWay++
    while (this.waiting.length > 0) await this.askSome(this.waiting.splice(0, mostTogether))
    this.underWay--
  }

  private async askSome(some: Waiting<Q, A>[]): Promise<void> {
    const [first] = some
    if (!first) return
    try {
      const answers = await this.askAll(
        first.ctx,
        some.map(({ question }) => question),
      )
      for (const [n, { answer }] of some.entries()) answer(answers[n] as A)
    } catch (error) {
      if (some.length > 1 && isOfItsValues(error)) for (const half of halvesOf(some)) await this.askSome(half)
      else for (const { fail } of some) fail(error)
      // The others ask for themselves, but nobody need wait for somebody else to hear it.
      while (isDatabaseUnavailable(error) && this.waiting.length > 0)
        void this.askSome(this.waiting.splice(0, mostTogether))
    }
  }
}

function halvesOf<T>(some: T[]): [T[], T[]] {
  const middle = some.length >> 1
  return [some.slice(0, middle), some.slice(middle)]
}
