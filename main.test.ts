import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.for([['--workers', '2'], ['--workers=auto']])(
  '%o ends the start with a line that says what to do instead',
  (args) => {
    const { status, stderr } = spawnSync(process.execPath, ['main.ts', ...args], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr.trim()).toMatch(
      /^cannot start: --workers is gone: start one process for each core.*"On all cores"\)$/,
    )
  },
)
