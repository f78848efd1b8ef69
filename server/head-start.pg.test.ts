import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readEnvFirst } from '#env'
import { temporaryFolder } from '#test/process.ts'
import { fillBeside } from './head-start.ts'

test.skipIf(availableParallelism() < 2)(
  'a new shop is made and filled by a process of its own, from the sources',
  async () => {
    const folder = temporaryFolder()
    onTestFinished(folder.remove)
    vi.stubEnv('DATA_DIR', folder.path)
    vi.stubEnv('DATABASE_URL', undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    const env = readEnvFirst({ DATA_DIR: folder.path })
    const said: string[] = []
    await fillBeside(env, (line) => said.push(line))
    expect(said).toEqual(
      expect.arrayContaining([
        expect.stringContaining('database ready'),
        expect.stringMatching(/^demo shop: (\d+) of \1 /),
      ]),
    )
    expect(existsSync(join(folder.path, 'pglite', 'PG_VERSION'))).toBe(true)

    // One that is there is left to the shop.
    said.length = 0
    await fillBeside(env, (line) => said.push(line))
    expect(said).toEqual([])
  },
)
