import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { findTokenSecret } from './token-secret.ts'

const test = base.extend<{ dataDir: string }>({
  dataDir: async ({ task: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'butik-secret-'))
    await use(join(folder, 'data'))
    rmSync(folder, { recursive: true })
  },
})

const modeOf = (path: string) => statSync(path).mode & 0o777

test('the secret is made once, also by several processes at once, and closed to others', async ({ dataDir }) => {
  const secrets = await Promise.all(
    Array.from({ length: 5 }, () => findTokenSecret({ authSecret: undefined, dataDir })),
  )
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(await findTokenSecret({ authSecret: undefined, dataDir })).toBe(secrets[0])
  expect([modeOf(dataDir), modeOf(join(dataDir, 'auth-secret'))]).toEqual([0o700, 0o600])
  expect(readdirSync(dataDir)).toEqual(['auth-secret'])
})

test('an empty one, as a full disk leaves it, is made anew: nothing can be signed with it', async ({ dataDir }) => {
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'auth-secret'), '')
  const secret = await findTokenSecret({ authSecret: undefined, dataDir })
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await findTokenSecret({ authSecret: undefined, dataDir })).toBe(secret)
})

test('that of the settings comes first, and nothing is written', async ({ dataDir }) => {
  expect(await findTokenSecret({ authSecret: 'of the settings', dataDir })).toBe('of the settings')
  expect(existsSync(dataDir)).toBe(false)
})

test('a kept secret that others can read is closed at the next start, with and without one in the settings', async ({
  dataDir,
}) => {
  const kept = await findTokenSecret({ authSecret: undefined, dataDir })
  const path = join(dataDir, 'auth-secret')
  chmodSync(path, 0o644)
  expect(await findTokenSecret({ authSecret: undefined, dataDir })).toBe(kept)
  expect(modeOf(path)).toBe(0o600)
  chmodSync(path, 0o644)
  expect(await findTokenSecret({ authSecret: 'of the settings', dataDir })).toBe('of the settings')
  expect(modeOf(path)).toBe(0o600)
})
