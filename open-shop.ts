import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import type { Env } from '#env'
import { type CatalogChange, catalogChannel, parseCatalogChange } from '#shop/catalog/changes.ts'
import { type Ctx, type Deps, newId } from '#shop/ctx.ts'
import { openJobs } from '#shop/jobs/open.ts'
import { openFiles } from '#shop/media/files.ts'

export type Shop = {
  deps: Deps
  /** Changes of the catalogue, made here or in another process. */
  onCatalogChange(listener: (change: CatalogChange) => void): void
  ready(): Promise<boolean>
  close(): Promise<void>
}

/** Opens everything a running shop works with, in order; throws SettingsError or DatabaseError with one clear line. */
export async function openShop(env: Env, log: Logger, say: (line: string) => void): Promise<Shop> {
  const handle = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir })
  const closing: (() => Promise<unknown>)[] = [() => handle.close()]
  const listeners: ((change: CatalogChange) => void)[] = []
  const tell = (change: CatalogChange) => {
    for (const listener of listeners) listener(change)
  }
  try {
    const applied = await migrate(handle.db)
    if (applied.length > 0) say(`database ready: ${applied.length} migrations applied`)
    const jobs = await openJobs(handle.jobOptions, log)
    closing.unshift(() => jobs.stop())
    const deps: Deps = {
      db: handle.db,
      config: { ...env, authSecret: env.authSecret ?? (await keptSecret(env.dataDir)) },
      clock: () => new Date(),
      log,
      jobs,
      files: openFiles(env),
      payments: undefined as never,
      onCatalogChange: tell,
    }
    await handle.listen(
      catalogChannel,
      (payload) => tell(parseCatalogChange(payload)),
      () => tell('everything'),
    )
    return {
      deps,
      onCatalogChange: (listener) => listeners.push(listener),
      ready: async () => true,
      close: async () => {
        for (const close of closing) await close().catch((error: unknown) => log.error({ err: error }, 'closing'))
      },
    }
  } catch (error) {
    for (const close of closing) await close().catch(() => {})
    throw error
  }
}

/** What the shop does by itself: no guest, no user, no request. */
export function systemCtx(deps: Deps): Ctx {
  return { ...deps, actor: { kind: 'system' }, requestId: newId() }
}

/** In demo mode the secret that signs tokens is made once and kept beside the data. */
async function keptSecret(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, 'auth-secret')
  const known = await readFile(path, 'utf8').catch(() => undefined)
  if (known) return known
  const secret = randomBytes(32).toString('base64url')
  await writeFile(path, secret, { flag: 'wx' }).catch(() => {})
  await chmod(path, 0o600)
  return readFile(path, 'utf8')
}
