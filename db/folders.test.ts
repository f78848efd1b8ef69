import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolders } from './folders.ts'

test('folders are made down to the last one, for their owner alone; what is in the way is told', () => {
  const root = mkdtempSync(join(tmpdir(), 'butik-folders-'))
  const path = join(root, 'a', 'b', 'c')
  makeFolders(path)
  makeFolders(path)
  expect(['a', 'a/b', 'a/b/c'].map((name) => statSync(join(root, name)).mode & 0o777)).toEqual([0o700, 0o700, 0o700])
  writeFileSync(join(root, 'file'), '')
  symlinkSync(join(root, 'nowhere'), join(root, 'link'))
  expect(() => makeFolders(join(root, 'file'))).toThrow('EEXIST')
  expect(() => makeFolders(join(root, 'file', 'x'))).toThrow('ENOTDIR')
  expect(() => makeFolders(join(root, 'link'))).toThrow('ENOENT')
  rmSync(root, { recursive: true })
})

const openIt = "import('./db/open.ts').then((db) => db.openDatabase({ url: undefined, dataDir: '/proc/butik' }))"

test.for([
  ['npm run backup', ['ops/backup.ts', '--to', '/proc/butik/x']],
  ['a start', ['-e', openIt]],
] as const)('%s ends where the system lets nobody make a folder', ([, words]) => {
  // In a process of its own: one that never ends would hold this one, too. On a busy machine its start alone takes ten seconds.
  const env = { PATH: process.env.PATH }
  const ended = spawnSync(process.execPath, words, { env, timeout: 60_000, encoding: 'utf8' })
  expect(ended.stderr).toContain("ENOENT: no such file or directory, mkdir '/proc/butik'")
})
