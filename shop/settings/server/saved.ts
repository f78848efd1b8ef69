/**
 * Settings of the server that the owner saves from the panel, under the names that the environment has for them. A setting of the
 * environment comes first and cannot be saved. One row holds them all; secrets in it are sealed.
 */

import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/database.ts'
import type { SavedSettings } from '#env'
import { recordChange } from '../../audit/audit.ts'
import { type Ctx, inTransaction, requireRight } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { settings } from '../schema.ts'
import { findSealingKeys, removeKeptKey, seal, unseal } from './seal.ts'

export const serverKey = 'server'
/** The Postgres channel on which other processes are notified of a save. */
export const serverChannel = 'butik_server_settings'

/** The settings that may be saved, and which of them are secret. */
const names = {
  SHOP_MODE: 'plain',
  PUBLIC_URL: 'plain',
  SMTP_URL: 'secret',
  PAYMENT_PROVIDER: 'plain',
  IYZICO_API_KEY: 'secret',
  IYZICO_SECRET_KEY: 'secret',
  IYZICO_BASE_URL: 'plain',
  PAYTR_MERCHANT_ID: 'plain',
  PAYTR_MERCHANT_KEY: 'secret',
  PAYTR_MERCHANT_SALT: 'secret',
  PAYTR_TEST_MODE: 'plain',
} as const
export type ServerSetting = keyof typeof names

const Kept = z.union([z.object({ value: z.string() }), z.object({ sealed: z.string(), last: z.string() })])
const Row = z.record(z.string(), Kept)
type Row = z.infer<typeof Row>

type Where = { dataDir: string; authSecret: string | undefined }

/** Reads all that was saved, secrets opened; `lost` are those whose key is gone. */
export async function readSaved(db: Db, where: Where): Promise<SavedSettings> {
  return openRow(await findRow(db), where)
}

/** Opens what a row holds; for the doctor, who may have it from the running shop. */
export async function openRow(row: unknown, where: Where): Promise<SavedSettings> {
  const kept = Object.entries(Row.safeParse(row).data ?? {}).filter(([name]) => name in names)
  if (kept.length === 0) return { values: {}, lost: [] }
  const keys = await findSealingKeys(where)
  const values: Record<string, string> = {}
  const lost: string[] = []
  for (const [name, entry] of kept) {
    const value = 'value' in entry ? entry.value : unseal(keys, name, entry.sealed)
    if (value === undefined) lost.push(name)
    else values[name] = value
  }
  return { values, lost }
}

export async function findRow(db: Db): Promise<unknown> {
  const { rows } = await db.execute<{ value: unknown }>(
    sql`select ${settings.value} as value from ${settings} where ${settings.key} = ${serverKey}`,
  )
  return rows[0]?.value
}

/** The last characters of the saved secrets, and the plain values: all that anybody is ever shown. */
export async function findShown(ctx: Ctx): Promise<Partial<Record<ServerSetting, string>>> {
  const row = Row.safeParse(await findRow(ctx.db)).data ?? {}
  return Object.fromEntries(Object.entries(row).map(([name, kept]) => [name, 'value' in kept ? kept.value : kept.last]))
}

/** Tells the owner that only the environment can change a setting. */
export const settledOutside =
  'sunucu ayarlarında belirlenmiş, panelden değiştirilemez; değiştirmek için sunucunuzu kuran kişiye danışın.'

/** Those of the names that the environment sets. */
export function fixedAmong<N extends ServerSetting>(ctx: Ctx, asked: readonly N[]): N[] {
  return asked.filter((name) => ctx.server.fixed.has(name))
}

/** CONFLICT where one of them comes from the environment. */
export function requireOpen(ctx: Ctx, asked: readonly ServerSetting[]): void {
  if (fixedAmong(ctx, asked).length > 0) throw new ShopError('CONFLICT', `Bu ayar ${settledOutside}`)
}

/**
 * Saves settings, leaves the others, and works with them from now on, here and in every other process. INVALID for what the
 * shop could not start with.
 */
export async function saveServerSettings(ctx: Ctx, change: Partial<Record<ServerSetting, string>>): Promise<void> {
  requireRight(ctx, 'settings')
  const given = Object.entries(change) as [ServerSetting, string][]
  requireOpen(
    ctx,
    given.map(([name]) => name),
  )
  const where = whereOf(ctx)
  // One save at a time, so that the start is tried with what will be there, and the key stays that it is sealed with.
  await inTurn(ctx, async (ctx) => {
    const keys = await findSealingKeys(where, { make: given.some(([name]) => names[name] === 'secret') })
    const before = await readSaved(ctx.db, where)
    const lost = before.lost.filter((name) => !(name in change))
    requireStartable(ctx, { values: { ...before.values, ...change }, lost })
    const row: Row = Object.fromEntries(
      given.map(([name, value]) => [
        name,
        names[name] === 'secret' ? { sealed: seal(keys, name, value), last: lastOf(value) } : { value },
      ]),
    )
    await ctx.db.execute(sql`
      insert into ${settings} (key, value, updated_at) values (${serverKey}, ${JSON.stringify(row)}::jsonb, ${ctx.clock()})
      on conflict (key) do update set value = ${settings}.value || excluded.value,
        version = ${settings}.version + 1, updated_at = excluded.updated_at`)
    await recordChange(ctx, {
      action: 'settings.update',
      subject: { id: 'server', name: 'Yayına geçiş' },
      before: shownFacts(given, before.values),
      after: shownFacts(given, change),
    })
    await ctx.db.execute(sql`select pg_notify(${serverChannel}, '')`)
  })
  await ctx.server.reload()
}

/**
 * At a start with AUTH_SECRET: values that were sealed before it was set are sealed again with the key derived from it, and the key
 * beside the data is deleted, as backups would take it along. Where that fails the shop opens all the same.
 */
export async function sealAnew(ctx: Ctx): Promise<void> {
  const where = whereOf(ctx)
  const [derived, kept] = await findSealingKeys(where)
  if (!where.authSecret || !derived || !kept) return
  try {
    await inTurn(ctx, async ({ db }) => {
      const old = sealedIn(await findRow(db)).flatMap(([name, entry]) => {
        const value = unseal([kept], name, entry.sealed)
        return value === undefined ? [] : [[name, { ...entry, sealed: seal([derived], name, value) }] as const]
      })
      if (old.length === 0) return
      const anew = JSON.stringify(Object.fromEntries(old))
      await db.execute(
        sql`update ${settings} set value = ${settings}.value || ${anew}::jsonb where ${settings.key} = ${serverKey}`,
      )
    })
    // Only once that is committed: a crash in between leaves a key too many. Where nothing is sealed it may be another
    // database's, as before a restore.
    await inTurn(ctx, async ({ db }) => {
      const sealed = sealedIn(await findRow(db))
      const opens = sealed.every(([name, entry]) => unseal([derived], name, entry.sealed) !== undefined)
      if (sealed.length > 0 && opens) await removeKeptKey(where)
    })
  } catch (error) {
    ctx.log.warn({ err: error }, 'what the panel saved before AUTH_SECRET was set could not be sealed anew')
  }
}

function sealedIn(row: unknown) {
  return Object.entries(Row.safeParse(row).data ?? {}).flatMap(([name, entry]) =>
    'sealed' in entry ? [[name, entry] as const] : [],
  )
}

function whereOf(ctx: Ctx): Where {
  return { dataDir: ctx.config.dataDir, authSecret: ctx.server.givenSecret }
}

function inTurn<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${serverChannel}))`)
    return work(ctx)
  })
}

/** Secrets by their last characters alone. */
function shownFacts(given: [ServerSetting, string][], values: Partial<Record<string, string>>) {
  return Object.fromEntries(
    given.map(([name]) => {
      const value = values[name]
      return [name, value === undefined ? null : names[name] === 'secret' ? `…${lastOf(value)}` : value]
    }),
  )
}

/** For a mail server's URL the user and the host: its last characters would tell nothing of use, and its host is not secret. */
function lastOf(value: string): string {
  if (!/^smtps?:/.test(value)) return value.length >= 12 ? value.slice(-4) : ''
  const { protocol, host, username } = new URL(value)
  return `${protocol}//${username ? `${username}@` : ''}${host}`
}

function requireStartable(ctx: Ctx, saved: SavedSettings): void {
  const problem = ctx.server.findProblem(saved)
  if (problem === undefined) return
  ctx.log.warn({ problem }, 'settings of the panel that the shop could not start with are refused')
  throw new ShopError('CONFLICT', 'Bu ayarla mağaza açılamazdı, o yüzden kaydedilmedi; önce eksik adımları tamamlayın.')
}
