import { fstatSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rememberFileSizes } from './file-sizes.ts'
import { makeNewFolder } from './new-folder.ts'

type Files = {
  streams: (Stream | undefined)[]
  writeFile(path: string, text: string): void
  open(path: string, flags: string): Stream
  truncate(path: string, length: number): void
}
type Stream = {
  nfd?: number
  path: string
  stream_ops: { llseek(stream: Stream, offset: number, whence: number): number }
}

async function newFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'butik-sizes-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const folder = join(dataDir, 'pglite')
  await makeNewFolder(folder)
  return folder
}

async function openFolder(folder: string): Promise<PGlite> {
  const pglite = await PGlite.create(folder)
  onTestFinished(async () => {
    if (!pglite.closed) await pglite.close()
  })
  rememberFileSizes(pglite)
  return pglite
}

/** The length of each open file, as the database is told it and as the operating system knows it. */
function sizesOf(pglite: PGlite): { path: string; told: number; real: number }[] {
  const { streams } = pglite.Module.FS as unknown as Files
  return streams.flatMap((stream) => {
    if (typeof stream?.nfd !== 'number') return []
    const told = stream.stream_ops.llseek(stream, 0, 2)
    return [{ path: stream.path, told, real: fstatSync(stream.nfd).size }]
  })
}

test('the database is told of each file what it really holds, whatever was written, cut and dropped', async () => {
  const folder = await newFolder()
  let pglite = await openFolder(folder)
  const look = (after: string) => {
    const sizes = sizesOf(pglite)
    expect(sizes.length, after).toBeGreaterThan(10)
    for (const { path, told, real } of sizes) expect([after, path, told]).toEqual([after, path, real])
  }
  const rows = async () => (await pglite.query<{ n: number }>('select count(*)::int as n from things')).rows[0]?.n
  const steps = [
    'create table things as select n, repeat(md5(n::text), 20) as text from generate_series(1, 2000) n',
    'create index on things (text); create index on things (n)',
    'insert into things select n, md5(n::text) from generate_series(2001, 6000) n',
    'begin; insert into things select n, repeat(md5(n::text), 30) from generate_series(1, 3000) n; rollback',
    'delete from things where n > 300',
    'vacuum things',
    'update things set text = text || text',
    'vacuum full things',
    'cluster things using things_n_idx',
    'create table others as select * from things; drop table others',
    'create temp table mine as select * from things; truncate mine; insert into mine select * from things',
    'analyze; checkpoint',
  ]
  for (const step of steps) {
    await pglite.exec(step)
    look(step)
  }
  expect(await rows()).toBe(300)
  await pglite.exec('truncate things; insert into things select n, md5(n::text) from generate_series(1, 40) n')
  look('truncate')
  expect(await rows()).toBe(40)
  // By its path, and as it is opened: what the database does to few of its files.
  const files = pglite.Module.FS as unknown as Files
  const path = `${dirname(sizesOf(pglite)[0]?.path ?? '')}/other`
  files.writeFile(path, 'twelve bytes')
  const stream = files.open(path, 'r+')
  const told = () => stream.stream_ops.llseek(stream, 0, 2)
  expect(told()).toBe(12)
  files.truncate(path, 5)
  expect(told()).toBe(5)
  files.open(path, 'w')
  expect(told()).toBe(0)
  await pglite.close()
  pglite = await openFolder(folder)
  expect(await rows()).toBe(40)
  look('opened again')
}, 60_000)

test('what nothing has changed is asked of the operating system once', async () => {
  const folder = await newFolder()
  const pglite = await PGlite.create(folder)
  onTestFinished(() => pglite.close())
  const { stream_ops } = pglite.Module.NODEFS as unknown as {
    stream_ops: { llseek(stream: object, offset: number, whence: number): number }
  }
  const asked = vi.spyOn(stream_ops, 'llseek')
  rememberFileSizes(pglite)
  await pglite.exec('create table things (n int primary key); insert into things values (1)')
  const fromEnd = () => asked.mock.calls.filter(([, , whence]) => whence === 2).length
  await pglite.query('select * from things where n = 1')
  const before = fromEnd()
  for (let n = 0; n < 20; n++) await pglite.query('select * from things where n = 1')
  expect(fromEnd()).toBe(before)
}, 60_000)
