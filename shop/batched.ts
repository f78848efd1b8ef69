import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/database.ts'
import { byKeys } from '#db/statements.ts'
import type { Ctx } from './ctx.ts'
import { isDatabaseUnavailable } from './errors.ts'

/** Statements of one kind under way at once: the other connections are for everybody else. */
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

type Waiting<Q, A> = { question: Q; answer: (answer: A) => void; fail: (error: unknown) => void }

/**
 * Makes a question that a crowd may ask at the same moment: alone each is asked at once, and those that come while two are under way
 * are asked together. `ask` gives the answers in the order of the questions; its ctx is that of one who asks. What is known of a
 * transaction is never asked for with others.
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
      this.waiting.push({ question, answer, fail })
      if (this.underWay < mostAtOnce) void this.work(ctx)
    })
  }

  private async work(ctx: Ctx): Promise<void> {
    this.underWay++
    while (this.waiting.length > 0) await this.askSome(ctx, this.waiting.splice(0, mostTogether))
    this.underWay--
  }

  private async askSome(ctx: Ctx, some: Waiting<Q, A>[]): Promise<void> {
    try {
      const answers = await this.askAll(
        ctx,
        some.map(({ question }) => question),
      )
      for (const [n, { answer }] of some.entries()) answer(answers[n] as A)
    } catch (error) {
      // Nobody need wait to hear that the database is away.
      const whom = isDatabaseUnavailable(error) ? [...some, ...this.waiting.splice(0)] : some
      for (const { fail } of whom) fail(error)
    }
  }
}
