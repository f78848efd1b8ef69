import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

/** Work that ends when the test says so. */
function held() {
  let end: (error?: Error) => void = () => {}
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve())
  })
  return { work: () => ended, end: (error?: Error) => end(error) }
}

test('whoever has the lower number is next, whenever she came; one at a time', async () => {
  const turns = new Turns(1)
  const first = held()
  const begun: number[] = []
  const take = (order: number) => turns.take(order, 0, async () => void begun.push(order))
  const all = [turns.take(0, 0, first.work), take(7), take(3), take(5)]
  expect([turns.running, turns.waiting]).toEqual([1, 3])
  first.end()
  await Promise.all(all)
  expect(begun).toEqual([3, 5, 7])
  expect([turns.running, turns.waiting]).toEqual([0, 0])
})

test('nobody begins before her time, so that a lower number on its way is before her', async () => {
  const turns = new Turns(1)
  const begun: number[] = []
  const take = (order: number, from: number) => turns.take(order, from, async () => void begun.push(order))
  const later = performance.now() + 50
  await Promise.all([take(9, later), take(8, later), take(4, 0)])
  expect(begun).toEqual([4, 8, 9])
})

test('whoever waits alone begins once it is her time, whatever part of a millisecond that is', async () => {
  const begun = Array.from({ length: 1000 }, async (_, n) => {
    const from = performance.now() + 20 + n / 100
    await new Turns(1).take(n, from, async () => {})
    return performance.now() >= from
  })
  expect(await Promise.all(begun)).not.toContain(false)
})

test('while the database is away nobody waits to hear it; other failures keep the order', async () => {
  const turns = new Turns(1)
  const [first, second] = [held(), held()]
  const ends = [turns.take(0, 0, first.work), turns.take(1, 0, second.work)]
  const begun: number[] = []
  for (const order of [2, 3]) ends.push(turns.take(order, 0, async () => void begun.push(order)))
  const told = Promise.allSettled(ends)
  first.end(new Error('a bug'))
  await expect(ends[0]).rejects.toThrow('a bug')
  expect([turns.running, turns.waiting, begun]).toEqual([1, 2, []])
  second.end(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
  await told
  expect(begun).toEqual([2, 3])
})
