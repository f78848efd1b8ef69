import type { Logger } from 'pino'

/** Milliseconds: after the first, what compiles the database's functions has freed most of what it took. */
const pauses = { first: 3_000, next: 30_000 }

/**
 * glibc keeps what was freed between pieces that live: some 20 MB once the database's functions are compiled (docs/measurements.md,
 * "Memory"). `malloc_trim` gives it back to the system, in five milliseconds. With another C library, or a Node without `node:ffi`, the
 * process keeps it.
 */
export async function giveBackFreed(log: Logger): Promise<void> {
  try {
    const { dlopen } = await import('node:ffi')
    const { functions } = dlopen(null, { malloc_trim: { arguments: ['uint64'], return: 'int32' } })
    const trim = () => functions.malloc_trim(0n)
    setTimeout(trim, pauses.first).unref()
    setInterval(trim, pauses.next).unref()
  } catch (error) {
    log.debug({ err: error }, 'freed memory stays with the process')
  }
}
