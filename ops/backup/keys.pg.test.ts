import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#test/process.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { query } from './dump.ts'
import { makeBackup } from './make.ts'
import { checkBackup } from './restore.ts'

const postgres = shopOnPostgres()

test('the key of what the panel saved is in a backup during which a start with AUTH_SECRET removes it', async () => {
  const { env, ctx } = postgres
  const to = temporaryFolder()
  onTestFinished(to.remove)
  const key = join(env.dataDir, 'settings-key')
  writeFileSync(key, 'opens what the panel saved')
  const waiting = () => query(ctx.db, sql`select 1 from pg_locks where not granted`)
  const backup = await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table settings`)
    const made = makeBackup({ env, to: to.path })
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1)
    rmSync(key)
    return { made }
  })
  const { path, manifest } = await backup.made
  expect(Object.keys(manifest.files)).toContain('settings-key')
  await checkBackup(path)
}, 180_000)
