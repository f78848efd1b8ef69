import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { users } from './accounts/schema.ts'
import { batched, oneOf } from './batched.ts'
import type { Ctx } from './ctx.ts'

/** A question whose answers come when the test says so. */
function aQuestion() {
  const asked: number[][] = []
  const ends: { answer(): void; fail(error: unknown): void }[] = []
  const ask = batched((_: Ctx, questions: number[]) => {
    asked.push(questions)
    return new Promise<string[]>((resolve, fail) => {
      ends.push({ answer: () => resolve(questions.map((n) => `answer ${n}`)), fail })
    })
  })
  return { asked, ask, end: (n: number) => ends[n] as (typeof ends)[number] }
}

const aCtx = () => ({ db: {} }) as Ctx
/** Lets the work that follows an answer run. */
const soon = () => new Promise(setImmediate)

test('alone each is asked at once, and what comes while two are under way is asked together, each with its own answer', async () => {
  const { asked, ask, end } = aQuestion()
  const ctx = aCtx()
  const answers = [0, 1, 2, 3, 4].map((n) => ask(ctx, n))
  expect(asked).toEqual([[0], [1]])
  end(1).answer()
  await soon()
  expect(asked).toEqual([[0], [1], [2, 3, 4]])
  const later = ask(ctx, 5)
  end(0).answer()
  await soon()
  expect(asked.at(-1)).toEqual([5])
  end(2).answer()
  end(3).answer()
  expect(await Promise.all([...answers, later])).toEqual([0, 1, 2, 3, 4, 5].map((n) => `answer ${n}`))
  void ask(ctx, 6)
  expect(asked.at(-1), 'a lull later').toEqual([6])
})

test('of a large crowd two hundred are asked for at a time', async () => {
  const { asked, ask, end } = aQuestion()
  const ctx = aCtx()
  for (let n = 0; n < 503; n++) void ask(ctx, n)
  for (let n = 0; n < 4; n++) {
    end(n).answer()
    await soon()
  }
  expect(asked.map(({ length }) => length)).toEqual([1, 1, 200, 200, 101])
})

test('a value that the database refuses fails its own question alone', async () => {
  const asked: number[][] = []
  const ask = batched(async (_: Ctx, questions: number[]) => {
    asked.push(questions)
    if (questions.includes(5)) throw Object.assign(new Error('not a text'), { code: '22021' })
    return questions.map((n) => `answer ${n}`)
  })
  const ctx = aCtx()
  const all = Array.from({ length: 66 }, (_, n) => ask(ctx, n).catch(String))
  const expected = all.map((_, n) => (n === 5 ? 'Error: not a text' : `answer ${n}`))
  expect(await Promise.all(all)).toEqual(expected)
  expect(asked.length, 'it is found by halves').toBeLessThan(20)
  expect(await ask(ctx, 7), 'a moment later').toBe('answer 7')
})

test('any other failure is told to those who were asked for together, and they are not asked for again', async () => {
  const { asked, ask, end } = aQuestion()
  const ctx = aCtx()
  const [, , ...together] = [0, 1, 2, 3].map((n) => ask(ctx, n).catch(String))
  end(0).answer()
  await soon()
  const next = ask(ctx, 4)
  end(2).fail(new Error('too slow'))
  expect(await Promise.all(together)).toEqual(['Error: too slow', 'Error: too slow'])
  await soon()
  expect(asked).toEqual([[0], [1], [2, 3], [4]])
  end(3).answer()
  expect(await next).toBe('answer 4')
})

test('that the database is away is told to those who were asked for, and the others ask at once', async () => {
  const { asked, ask, end } = aQuestion()
  const ctx = aCtx()
  const all = Array.from({ length: 5 }, (_, n) => ask(ctx, n).catch(({ code }) => code))
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  end(0).fail(away)
  expect(await all[0]).toBe('ECONNREFUSED')
  await soon()
  expect(asked).toEqual([[0], [1], [2, 3, 4]])
  const others = [5, 6].map((n) => ask(ctx, n))
  expect(asked.slice(3)).toEqual([[5]])
  end(2).fail(away)
  expect(await Promise.all(all.slice(2))).toEqual(Array(3).fill('ECONNREFUSED'))
  await soon()
  expect(asked.slice(3), 'who has just come waits for nobody').toEqual([[5], [6]])
  end(3).answer()
  end(4).answer()
  expect(await Promise.all(others)).toEqual(['answer 5', 'answer 6'])
})

test('no transaction, and no other database, shares a question with anybody', () => {
  const { asked, ask } = aQuestion()
  const [ctx, other] = [aCtx(), aCtx()]
  for (let n = 0; n < 3; n++) void ask(ctx, n)
  void ask(other, 3)
  void ask({ ...ctx, afterCommit: [] }, 4)
  expect(asked).toEqual([[0], [1], [3], [4]])
})

test('for one and for many the texts are two, so that names of statements are left for others', () => {
  const textOf = (n: number) => new PgDialect().sqlToQuery(oneOf(users.id, Array<string>(n).fill('x'))).sql
  expect([1, 2, 200].map(textOf)).toEqual(['"users"."id" = $1', '"users"."id" = any($1)', '"users"."id" = any($1)'])
})
