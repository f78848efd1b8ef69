import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './process.ts'

test('a failed run keeps its exit code when its PostgreSQL ends', () => {
  const folder = temporaryFolder()
  chmodSync(folder.path, 0o755)
  const run = `
    import { startPostgres } from './test/postgres.ts'
    const { stop } = await startPostgres(${JSON.stringify(join(folder.path, 'data'))}, { persistent: false })
    await stop()
    process.exitCode = 3`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', run], { encoding: 'utf8' })
  folder.remove()
  expect({ status, stderr }).toEqual({ status: 3, stderr: '' })
})
