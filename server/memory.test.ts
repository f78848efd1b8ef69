import { dlopen } from 'node:ffi'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { giveBackFreed } from './memory.ts'

test('what was freed between pieces that live goes back to the system', async () => {
  const { functions: c } = dlopen(null, {
    malloc: { arguments: ['uint64'], return: 'uint64' },
    memset: { arguments: ['uint64', 'int32', 'uint64'], return: 'uint64' },
    free: { arguments: ['uint64'], return: 'void' },
  })
  const bytes = 100_000n
  const pieces = Array.from({ length: 600 }, () => c.malloc(bytes))
  for (const piece of pieces) c.memset(piece, 1, bytes)
  const lives = (_: bigint, at: number) => at % 20 === 19
  for (const piece of pieces.filter((piece, at) => !lives(piece, at))) c.free(piece)

  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  try {
    const complaints: string[] = []
    await giveBackFreed(pino({ level: 'debug' }, { write: (line: string) => void complaints.push(line) }))
    const before = process.memoryUsage.rss()
    vi.advanceTimersByTime(30_000)
    expect(before - process.memoryUsage.rss()).toBeGreaterThan(40_000_000)
    expect(complaints).toEqual([])
  } finally {
    vi.useRealTimers()
    for (const piece of pieces.filter(lives)) c.free(piece)
  }
})
