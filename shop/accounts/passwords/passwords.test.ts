import * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const costOf = (text: string) => /\$m=(\d+),t=(\d+),/.exec(text)?.slice(1).map(Number) ?? [0, 0]
const hash = vi.fn(argon2.hash)
const verify = vi.fn(argon2.verify)
let passwords: typeof import('./passwords.ts')

// A copy of the module: other tests of this process have loaded it without the counters.
beforeAll(async () => {
  vi.doMock('@node-rs/argon2', () => ({ hash, verify }))
  const copy = './passwords.ts?counted'
  passwords = await import(copy)
})
afterAll(() => {
  vi.doUnmock('@node-rs/argon2')
})

/** KiB times passes, which is what argon2's time goes with. */
async function workOf(passwordHash: string | undefined, passwordCost: { memoryKib: number; passes: number }) {
  hash.mockClear()
  verify.mockClear()
  expect(await passwords.checkPassword({ config: { passwordCost } }, passwordHash, 'yanlış parola')).toBe(false)
  let work = 0
  for (const [made] of verify.mock.calls) {
    const [memory = 0, passes = 0] = costOf(String(made))
    work += memory * passes
  }
  for (const [, options] of hash.mock.calls) {
    work += (options?.memoryCost ?? 0) * (options?.timeCost ?? 0)
  }
  return work
}

test.for([
  { before: { memoryKib: 7168, passes: 2 }, today: { memoryKib: 9000, passes: 3 } },
  { before: { memoryKib: 8192, passes: 1 }, today: { memoryKib: 8192, passes: 4 } },
  { before: { memoryKib: 9000, passes: 3 }, today: { memoryKib: 7168, passes: 4 } },
])('a known address with an older hash costs what an unknown one does: %o', async ({ before, today }) => {
  const { memoryKib: memoryCost, passes: timeCost } = before
  const old = await argon2.hash('uzun bir parola', { memoryCost, timeCost, parallelism: 1 })
  const unknown = await workOf(undefined, today)
  expect(unknown).toBe(today.memoryKib * today.passes)
  expect(Math.abs((await workOf(old, today)) - unknown)).toBeLessThan(8 * today.passes)
  expect(await workOf(passwords.noPassword, today)).toBe(unknown)
})
