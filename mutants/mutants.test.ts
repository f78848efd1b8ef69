import { expect, test } from 'vitest'
import { equal } from './equal.ts'
import { diffOf, findMutants } from './find.ts'
import { isCutShort, learned, type Trial } from './journal.ts'
import { nearness } from './near.ts'
import { planOf } from './plan.ts'
import { sample } from './sample.ts'
import { weave } from './weave.ts'

const text = `import { and, eq } from 'drizzle-orm'
export const limit = 3
export function mayBuy(stock: number, asked: number, closed?: boolean): string {
  if (closed) throw new Error('closed')
  const where = and(eq(stock, 1), eq(asked, 2))
  note(where)
  return stock >= asked && !closed ? 'yes' : 'no'
}
`
const found = findMutants('a.ts', text).map((one, id) => ({ ...one, id }))

test('each kind of damage is found where it can be done, and shown as a line before and after', () => {
  const shown = found.map((one) => `${one.line}: ${diffOf(one, text)[1]}`)
  expect(shown).toEqual(
    expect.arrayContaining([
      '2: export const limit = 4',
      '3: export function mayBuy(stock: number, asked: number, closed?: boolean): string { return;',
      "4: if (false) throw new Error('closed')",
      '5: const where = and(eq(asked, 2))',
      '5: const where = and(drizzleOrm.ne(stock, 1), eq(asked, 2))',
      '6: ',
      "7: return stock > asked && !closed ? 'yes' : 'no'",
      "7: return (stock >= asked) || (!closed) ? 'yes' : 'no'",
      "7: return stock >= asked && closed ? 'yes' : 'no'",
    ]),
  )
  expect(found.filter(({ atLoad }) => atLoad).map(({ line }) => line)).toEqual([2])
})

test('what is woven does as the file did, until one damage is awake', () => {
  const woven = weave(text, found)
    .replace(/^import.*$/gm, '')
    .replace(/import \* as drizzleOrm from 'drizzle-orm';/, '')
    .replaceAll('export ', '')
    .replace('(stock: number, asked: number, closed?: boolean): string', '(stock, asked, closed)')
  const run = (awake?: number) => {
    const same = (a: number, b: number) => a === b
    const all = (...given: unknown[]) => given
    const calls: unknown[] = []
    const make = new Function('eq', 'and', 'note', 'drizzleOrm', 'globalThis', `${woven}; return mayBuy`)
    const mayBuy = make(
      same,
      all,
      (one: unknown) => calls.push(one),
      { ne: same },
      { mutantIsOn: (id: number) => id === awake },
    )
    return [mayBuy(2, 2), mayBuy(1, 2), calls.length]
  }
  expect(run()).toEqual(['yes', 'no', 2])
  const awake = (line: number, replacement: string) =>
    found.find((one) => one.line === line && diffOf(one, text)[1] === replacement)?.id
  expect(run(awake(6, ''))).toEqual(['yes', 'no', 0])
  expect(run(awake(7, "return stock > asked && !closed ? 'yes' : 'no'"))).toEqual(['no', 'no', 2])
})

test('the same seed draws the same, another one others', () => {
  const things = Array.from({ length: 100 }, (_, i) => i)
  const draw = (seed: number) => sample(things, 10, seed, String)
  expect(draw(1)).toEqual(draw(1))
  expect(draw(2)).not.toEqual(draw(1))
  expect(new Set(draw(1)).size).toBe(10)
})

test('what ended its process counts as noticed', () => {
  const lines = [{ trying: 1, test: 'a' }, { killed: 1, test: 'a' }, { begun: 'b' }, { trying: 2, test: 'b' }]
  expect([...learned(lines).killed.keys()]).toEqual([1, 2])
})

test('what survived the last test or ran out of time does not count as noticed', () => {
  expect(learned([{ trying: 1, test: 'a' }, { survived: 1 }]).killed.size).toBe(0)
  const late = [
    { trying: 1, test: 'a' },
    { late: 1, ending: true },
  ]
  expect([learned(late).killed.size, learned(late).late.get(1), isCutShort(late)]).toEqual([0, 1, true])
})

test('a test that fails without the damage too tries it again in a new process, and what is noticed there counts', () => {
  const noticed = [
    { trying: 1, test: 'a' },
    { killed: 1, test: 'a' },
  ]
  const doubted = (again: boolean) => ({ doubted: 1, test: 'a', again })
  const once = [...noticed, doubted(false)]
  expect([learned(once).killed.size, learned(once).tried.get(1)?.has('a'), isCutShort(once)]).toEqual([0, false, true])
  const twice = [...once, ...noticed, doubted(true)]
  expect([...learned(twice).killed.keys()]).toEqual([1])
  expect(learned(twice).tried.get(1)?.has('a')).toBe(true)
})

function damageOf(file: string) {
  const [one] = findMutants(file, 'export const a = (b: number) => b + 1')
  if (!one) throw new Error('nothing to damage')
  return { ...one, id: 0 }
}

test('a mutant is tried by its namesakes first, then by the tests that reach little else', () => {
  const mutant = damageOf('shop/orders/stock.ts')
  const reached = new Map([
    ['api/orders.test.ts: much', { ids: [0, 1, 2], usual: 1 }],
    ['api/orders.test.ts: little', { ids: [0], usual: 1 }],
    ['api/orders.test.ts: nothing', { ids: [1], usual: 1 }],
    ['shop/orders/stock.test.ts: own', { ids: [0, 1, 2], usual: 1 }],
  ])
  const names = (from: number, to: number) => Object.keys(planOf([mutant], reached, from, to))
  expect(names(0, 2)).toEqual(['shop/orders/stock.test.ts: own', 'api/orders.test.ts: little'])
  expect(names(2, 9)).toEqual(['api/orders.test.ts: much'])
})

test.for(equal)('what is held for equal is still there: $file, $was', ({ file, was, text }) => {
  expect(findMutants(file).filter((one) => one.was === was && one.text === text)).toHaveLength(1)
})

test('a test is near what it or its folder is named after', () => {
  const near = (test: string, source: string) => nearness(test, [source]) > 0
  expect(near('api/returns/shopper.test.ts', 'shop/returns/requests.ts')).toBe(true)
  expect(near('api/admin/stock/stock.test.ts', 'shop/catalog/stock/cells.ts')).toBe(true)
  expect(near('api/admin/gift-cards/gift-cards.test.ts', 'shop/gift-cards/ledger.ts')).toBe(true)
  expect(near('api/quote.test.ts', 'shop/returns/requests.ts')).toBe(false)
})

test('what all orders pass through is tried by tests of its folder too, before all those of orders have tried it', () => {
  const own = 'api/admin/gift-cards/gift-cards.test.ts: own'
  const reached = new Map<string, Trial>([[own, { ids: [0, 1, 2, 3], usual: 1 }]])
  for (let n = 0; n < 9; n++) reached.set(`api/orders.test.ts: ${n}`, { ids: [0], usual: 1 })
  const plan = planOf([damageOf('shop/gift-cards/of-orders.ts')], reached, 0, 2)
  expect(Object.keys(plan)).toEqual(['api/orders.test.ts: 0', own])
})
