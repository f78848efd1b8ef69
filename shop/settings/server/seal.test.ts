import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { findSealingKeys, seal, sealingKeyFile, unseal } from './seal.ts'

const test = base.extend<{ dataDir: string }>({
  dataDir: async ({ task: _ }, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'butik-seal-'))
    await use(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  },
})

const secret = 'a secret for tests, long enough to sign'

test('what is sealed opens under its own name alone, and not once a letter of it was changed', async ({ dataDir }) => {
  const keys = await findSealingKeys({ dataDir, authSecret: undefined }, { make: true })
  const sealed = seal(keys, 'IYZICO_SECRET_KEY', 'gizli ş anahtar')
  expect(sealed).not.toContain('gizli')
  expect(unseal(keys, 'IYZICO_SECRET_KEY', sealed)).toBe('gizli ş anahtar')
  expect(unseal(keys, 'IYZICO_API_KEY', sealed)).toBeUndefined()
  const at = sealed.length - 4
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  expect(unseal(keys, 'IYZICO_SECRET_KEY', changed)).toBeUndefined()
  for (const text of ['', '1', '1.a.b.c', sealed.replace(/^1/, '2')])
    expect(unseal(keys, 'IYZICO_SECRET_KEY', text)).toBeUndefined()
  expect(seal(keys, 'IYZICO_SECRET_KEY', 'gizli ş anahtar'), 'never twice the same').not.toBe(sealed)
})

test('the key beside the data is made once, closed to others, by whichever of several is first', async ({
  dataDir,
}) => {
  const where = { dataDir: join(dataDir, 'new'), authSecret: undefined }
  expect(await findSealingKeys(where)).toEqual([])
  const made = await Promise.all([1, 2, 3, 4].map(() => findSealingKeys(where, { make: true })))
  expect(new Set(made.map(([key]) => key?.id)).size).toBe(1)
  const path = join(where.dataDir, sealingKeyFile)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(Buffer.from(readFileSync(path, 'utf8'), 'base64url')).toHaveLength(32)
})

test('with AUTH_SECRET the key follows from it, and what was sealed before it was set still opens', async ({
  dataDir,
}) => {
  const before = await findSealingKeys({ dataDir, authSecret: undefined }, { make: true })
  const sealed = seal(before, 'SMTP_URL', 'smtps://a:b@c')
  const [here, there] = [
    await findSealingKeys({ dataDir, authSecret: secret }),
    await findSealingKeys({ dataDir: '/nowhere', authSecret: secret }),
  ]
  expect(unseal(here, 'SMTP_URL', sealed)).toBe('smtps://a:b@c')
  expect(unseal(there, 'SMTP_URL', seal(here, 'SMTP_URL', 'x')), 'on another machine').toBe('x')
  expect(unseal(there, 'SMTP_URL', sealed)).toBeUndefined()
  const other = await findSealingKeys({ dataDir: '/nowhere', authSecret: `${secret}!` })
  expect(unseal(other, 'SMTP_URL', seal(there, 'SMTP_URL', 'x'))).toBeUndefined()
})

test('a damaged key file is told, not written over', async ({ dataDir }) => {
  writeFileSync(join(dataDir, sealingKeyFile), 'half a key')
  await expect(findSealingKeys({ dataDir, authSecret: undefined }, { make: true })).rejects.toThrow(
    /put it back from the backup/,
  )
  expect(readFileSync(join(dataDir, sealingKeyFile), 'utf8')).toBe('half a key')
})
