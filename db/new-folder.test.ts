import { existsSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, vi } from 'vitest'
import { makeNewFolder } from './new-folder.ts'
import { openDatabase } from './open.ts'

const test = base.extend<{ dataDir: string }>({
  dataDir: async ({ task: _ }, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'butik-new-'))
    await use(dataDir)
    await rm(dataDir, { recursive: true })
  },
})

test('a new shop’s database sorts by bytes, speaks UTF-8, keeps UTC, checks what it reads, and finds slips', async ({
  dataDir,
}) => {
  const { db, close } = await openDatabase({ url: undefined, dataDir })
  const { rows } = await db.execute(`select pg_encoding_to_char(encoding) as encoding, datcollate as collate,
    current_setting('timezone') as zone, current_setting('data_checksums') as checksums
    from pg_database where datname = current_database()`)
  expect(rows).toEqual([{ encoding: 'UTF8', collate: 'C', zone: 'UTC', checksums: 'on' }])
  await db.execute('create extension pg_trgm')
  await close()
  expect(await readdir(dataDir)).not.toContain('pglite.new')
  const { mode } = await stat(join(dataDir, 'pglite', 'PG_VERSION'))
  expect(mode & 0o077, 'is for its owner alone').toBe(0)
  const again = await openDatabase({ url: undefined, dataDir })
  expect((await again.db.execute(`select extname from pg_extension where extname = 'pg_trgm'`)).rows).toHaveLength(1)
  await again.close()
}, 60_000)

test('one that was left half made is made anew, one that is there is left alone', async ({ dataDir }) => {
  const folder = join(dataDir, 'pglite')
  await mkdir(`${folder}.new`)
  await writeFile(`${folder}.new/PG_VERSION`, '1')
  await writeFile(`${folder}.new/rest`, '')
  await makeNewFolder(folder)
  expect(await readdir(dataDir)).toEqual(['pglite'])
  expect((await stat(`${folder}/PG_VERSION`)).size).toBe(3)
  expect(await readdir(folder)).not.toContain('rest')
  await writeFile(`${folder}/mine`, '')
  await makeNewFolder(folder)
  expect(await readdir(folder)).toContain('mine')
}, 60_000)

test('all of it is on the disk before it has its name, and the name after it', async ({ dataDir }) => {
  const folder = join(dataDir, 'pglite')
  const any = await open(dataDir)
  const before: string[] = []
  const after: string[] = []
  const synced = vi.spyOn(Object.getPrototypeOf(any), 'sync').mockImplementation(async function (this: { fd: number }) {
    ;(existsSync(folder) ? after : before).push(readlinkSync(`/proc/self/fd/${this.fd}`))
  })
  await makeNewFolder(folder)
  synced.mockRestore()
  await any.close()
  const partial = `${folder}.new`
  const all = (await readdir(folder, { recursive: true })).map((name) => join(partial, name))
  expect(before.toSorted()).toEqual([partial, ...all].toSorted())
  expect(after).toEqual([dataDir])
}, 60_000)
