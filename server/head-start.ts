import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type ResolveFnOutput, registerHooks } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Env } from '../env.ts'
import type { Print } from './terminal.ts'

/** Bytes that the build and a process beside it take, with some to spare. */
const roomForBoth = 1.5e9

/**
 * Makes and fills the embedded database of a new shop in a process of its own, from the sources, while the build is made, which
 * takes as long. If that process fails, openShop does the rest, and says why it cannot.
 */
export async function fillBeside({ databaseUrl, dataDir }: Env, print: Print): Promise<void> {
  const isNew = !databaseUrl && !existsSync(join(dataDir, 'pglite'))
  if (!isNew || availableParallelism() < 2 || process.availableMemory() < roomForBoth) return
  // Nobody asks for its compiled sources again, and to write them took as long as to load them.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' }
  const child = fork(fileURLToPath(import.meta.url), { execArgv: [], env })
  child.on('message', ([line, kind]: Parameters<Print>) => print(line, kind))
  // One that cannot be started is no reason not to build.
  await once(child, 'exit').catch(() => {})
}

/**
 * Drizzle's package.json is 180 kB, and Node reads it again for each of its many modules and each import of one, which was half of
 * the time that the sources took to load. Here each name is resolved once, and a path within it is taken as a module.
 */
function findDrizzleOnce(): void {
  const found = new Map<string, ResolveFnOutput>()
  registerHooks({
    resolve(name, context, next) {
      if (name.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')) {
        return { url: new URL(name, context.parentURL).href, format: 'module', shortCircuit: true }
      }
      if (!/^drizzle-orm(\/|$)/.test(name)) return next(name, context)
      const known = found.get(name) ?? { ...next(name, context), shortCircuit: true }
      found.set(name, known)
      return known
    },
  })
}

async function fill(): Promise<void> {
  // Not without the process that waits for it.
  process.once('disconnect', () => process.exit(1))
  findDrizzleOnce()
  const [{ readEnvFirst }, { openLog }, { logDestination }, { fillShop }] = await Promise.all([
    import('../env.ts'),
    import('./log.ts'),
    import('./terminal.ts'),
    import('./open-shop.ts'),
  ])
  const log = openLog('info', await logDestination(process.stderr))
  await fillShop(readEnvFirst(process.env), log, (...said) => process.send?.(said))
  process.exit(0)
}

if (import.meta.main) fill().catch(() => process.exit(1))
