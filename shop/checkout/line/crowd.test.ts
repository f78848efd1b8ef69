import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { aProduct, aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { users } from '../../accounts/schema.ts'
import { variants } from '../../catalog/schema.ts'
import { newId } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import type { Turn } from '../../ports.ts'
import { LocalLine } from './line.ts'
import { spendPlace } from './places.ts'
import { linePlaces } from './schema.ts'

/** Two processes, each writing two purchases at once: twenty wait in the memory of each before there is a line. */
const options = { atOnce: 2, every: 2 ** 31 - 1, grace: 0 }
const [people, wave, pieces] = [2000, 100, 100]

test('2,000 come to two processes for a hundred pieces: the first in line get them, a process that is gone loses no place', async ({
  ctx,
}) => {
  const variantId = (await aProduct(ctx, { variants: [{ stock: pieces }] })).variants[0]?.id ?? ''
  const one = await aUser(ctx)
  const crowd = Array.from({ length: people }, () => ({ person: newId(), network: newId() }))
  await ctx.db
    .insert(users)
    .values(crowd.map(({ person }, n) => ({ ...one, id: person, email: `kalabalik-${n}@posta.example` })))
  const come = (line: LocalLine, n: number, ticket?: string) => {
    const buyer = crowd[n] ?? { person: '', network: '' }
    return line.enter({ ...buyer, variantIds: [variantId], ticket, holdsAll: async () => false })
  }
  const placeOf = (error: unknown) => {
    if (!(error instanceof ShopError) || error.code !== 'IN_LINE') throw error
    return error.data as { ticket: string; place: number }
  }

  const processes = [new LocalLine(() => ctx, options), new LocalLine(() => ctx, options)]
  const anyOf = (n: number) => processes[n % processes.length] as LocalLine
  const inside: Turn[] = []
  const places = new Map<number, { ticket: string; place: number }>()
  let before = 0
  for (let first = 0; first < people; first += wave) {
    const came = Array.from({ length: wave }, (_, n) => first + n)
    const told: number[] = []
    await Promise.all(
      came.map(async (n) => {
        const answer = await come(anyOf(n), n).catch(placeOf)
        if ('take' in answer) return inside.push(answer)
        places.set(n, answer)
        return told.push(answer.place)
      }),
    )
    expect(Math.min(...told), 'who comes later stands behind').toBeGreaterThan(before)
    before = Math.max(before, ...told)
  }
  expect(inside.length, 'those who came before there was a line').toBe(40)
  // Bots, the last to come, ask again and again.
  for (let n = people - 20; n < people; n++)
    expect(((await come(anyOf(n + 1), n).catch(placeOf)) as { place: number }).place).toBe(places.get(n)?.place)

  let sold = 0
  const bought: number[] = []
  const served: number[] = []
  const buy = (place: number, person: string) => async () => {
    served.push(place)
    if (place > 0) expect(await spendPlace(ctx, { place, person, orderId: newId() })).toBe(true)
    if (sold === pieces) return
    bought.push(place)
    if (++sold === pieces) await ctx.db.update(variants).set({ stock: 0 }).where(eq(variants.id, variantId))
  }
  await Promise.all(inside.map((turn) => turn.take(buy(0, '')).finally(() => turn.end())))

  const waiting = [...places].map(([n, told]) => ({ n, ...told }))
  while (sold < pieces) {
    for (const process of processes) await process.move()
    const called = Math.max(...processes.map((process) => process.state().called))
    const batch = waiting.splice(0, waiting.findLastIndex(({ place }) => place <= called) + 1)
    for (const process of processes) await process.move()
    const from = served.length
    // The last of them is the fastest.
    await Promise.all(
      batch.toReversed().map(async ({ n, ticket, place }) => {
        const turn = await come(anyOf(n), n, ticket)
        await turn.take(buy(place, crowd[n]?.person ?? '')).finally(() => turn.end())
      }),
    )
    const order = served.slice(from)
    expect([...order].sort((a, b) => a - b)).toEqual(batch.map(({ place }) => place).sort((a, b) => a - b))
    // One process ends, and another begins: what they knew is in the rows.
    if (processes.length === 2) {
      processes.splice(0, 1)
      const next = new LocalLine(() => ctx, options)
      await next.hear()
      processes.push(next, new LocalLine(() => ctx, options))
    }
  }

  expect(sold).toBe(pieces)
  const inOrder = [...places.values()].map(({ place }) => place).sort((a, b) => a - b)
  const first = new Set(inOrder.slice(0, pieces - inside.length))
  const overtook = bought.filter((place) => place > 0 && !first.has(place))
  expect(overtook.length, 'only those whose purchases are written at once end in any order').toBeLessThanOrEqual(6)
  // The first look finds the size sold out, the second that nobody waits any more.
  await anyOf(0).move()
  await anyOf(0).move()
  expect(anyOf(0).state()).toMatchObject({ open: false, soldOut: [variantId] })
  const left = await ctx.db.select().from(linePlaces)
  expect(
    left.every(({ calledAt }) => calledAt !== null),
    'nobody waits for what is gone',
  ).toBe(true)
}, 300_000)
