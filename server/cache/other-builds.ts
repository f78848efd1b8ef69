import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Env } from '#env'
import { type ListedFiles, openFiles } from '#shop/media/files.ts'
import { hours, seconds } from '#shop/time.ts'
import { type Asset, listAssets } from './built-files.ts'

/** Files stay for a day after the last process that had them; each process rewrites its own before they could expire. */
const lifetime = hours(30)
const renewal = hours(6)
/** Milliseconds between two looks for files that nobody knows, and until a start no longer waits for the bucket. */
const pause = seconds(1)
const timeout = seconds(10)
const atOnce = 8
/** Names that nobody knows and that wait for a look; more are not looked for. */
const mostWaiting = 100
/** No file system takes longer ones. */
const possibleName = /^[\w-][\w.-]{1,254}$/

/**
 * The browser's files of every build that runs or ran within a day: a page made by another version asks for its own scripts.
 * They lie in DATA_DIR, or in the bucket where machines share one.
 */
export class OtherBuilds {
  private readonly store: ListedFiles
  private names = new Set<string>()
  private lookedAt = 0
  private look: Promise<void> | undefined
  private waiting = 0

  constructor(store: ListedFiles) {
    this.store = store
  }

  /** Keeps these files from now on, and no longer those that no process has had for a day. */
  async keep(own: Asset[], now = new Date()): Promise<void> {
    const age = ({ writtenAt }: { writtenAt: Date }) => now.getTime() - writtenAt.getTime()
    const kept = new Map((await this.store.list()).map((file) => [file.key, file]))
    const due = own.filter(({ name, bytes }) => {
      const there = kept.get(name)
      return !there || there.bytes !== bytes || age(there) > renewal
    })
    await eachOf(due, async ({ name, path, type }) => this.store.put(name, await readFile(path), type))
    const mine = new Set(own.map(({ name }) => name))
    const old = [...kept.values()].filter((file) => !mine.has(file.key) && age(file) > lifetime)
    await eachOf(old, ({ key }) => this.store.remove(key))
  }

  /** A file by its name alone; one that has come meanwhile is found too. */
  async find(name: string): Promise<Uint8Array | undefined> {
    if (!possibleName.test(name)) return undefined
    if (!this.names.has(name)) await this.waitForLook()
    return this.names.has(name) ? this.store.get(name) : undefined
  }

  private async waitForLook(): Promise<void> {
    if (this.waiting >= mostWaiting) return
    this.waiting++
    await this.lookAgain().finally(() => this.waiting--)
  }

  /** Lists the store again, at most once a second; all who ask for unknown names meanwhile share one listing. */
  private lookAgain(): Promise<void> {
    this.look ??= wait(Math.max(0, this.lookedAt + pause - Date.now())).then(async () => {
      this.look = undefined
      this.lookedAt = Date.now()
      this.names = new Set((await this.store.list()).map(({ key }) => key))
    })
    return this.look
  }
}

/** Keeps this build's files before a page names one, and once an hour; without a store pages of this build work all the same. */
export async function openOtherBuilds(env: Pick<Env, 'dataDir' | 's3'>, clientDir: string, log: Logger) {
  const builds = new OtherBuilds(openFiles(env, 'assets'))
  const beside = new Map(listBeside(clientDir).map(({ name, path }) => [name, path]))
  const own = listAssets(clientDir)
  const keep = () =>
    builds.keep(own).catch((error: unknown) => log.warn({ err: error }, 'files of this build are not kept for others'))
  await Promise.race([keep(), wait(timeout, undefined, { ref: false })])
  setInterval(() => void keep(), hours(1)).unref()
  const find = async (name: string) => {
    const path = beside.get(name)
    return path && existsSync(path) ? readFile(path) : builds.find(name)
  }
  return (name: string) =>
    find(name).catch((error: unknown) => {
      log.warn({ err: error, name }, 'a file of another build cannot be read')
      return undefined
    })
}

/** The files of the builds beside this one: versions that ran from this folder, maybe before any of them kept its files. */
function listBeside(clientDir: string): Asset[] {
  const builds = join(clientDir, '../..')
  const others = readdirSync(builds).filter((name) => name !== basename(dirname(clientDir)))
  return others
    .map((name) => join(builds, name, 'client'))
    .filter((path) => existsSync(path))
    .flatMap(listAssets)
}

async function eachOf<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
