/**
 * The owner's settings: rows of `settings`, each with a version; of two who edit one at once the second gets EDIT_CONFLICT.
 * A saved value comes before the environment, and one function decides for all callers: `findBrand`, `findPromises`,
 * `findPolicies`, `findSender`, and `getText` in shop/texts. They are read while a page is rendered; a save announces that
 * everything changed, so no kept answer outlives it.
 */

import { eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { askRows, type Ctx, readOnce } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { settings } from './schema.ts'

/** Finds the value of `key`; undefined when there is none of this shape. */
export async function findSetting<T>(ctx: Ctx, key: string, shape: z.ZodType<T>): Promise<T | undefined> {
  const draft = ctx.draft?.values
  const value = draft && key in draft ? draft[key] : (await readValues(ctx, [key])).get(key)
  const parsed = shape.safeParse(value)
  return parsed.success ? parsed.data : undefined
}

/** A page asks for many, one after the other: it reads all of them at once. */
function readValues(ctx: Ctx, keys: string[]): Promise<Map<string, unknown>> {
  return readOnce(ctx, 'settings', async () => {
    const wanted = ctx.asked ? sql`` : sql`where ${inArray(settings.key, keys)}`
    const values = sql`select ${settings.key}, ${settings.value} from ${settings} ${wanted}`
    const rows = await askRows<{ key: string; value: unknown }>(ctx, values, { isByKeys: true })
    return new Map(rows.map(({ key, value }) => [key, value]))
  })
}

/** Finds several values in one query. */
export async function findSettings<S extends Record<string, z.ZodType>>(
  ctx: Ctx,
  shapes: S,
): Promise<{ [K in keyof S]: z.output<S[K]> | undefined }> {
  const kept = new Map([...(await readValues(ctx, Object.keys(shapes))), ...Object.entries(ctx.draft?.values ?? {})])
  const found = Object.entries(shapes).map(([key, shape]) => [key, shape.safeParse(kept.get(key)).data])
  return Object.fromEntries(found)
}

/** Returns the number of times that `key` was saved; 0 while there is no value. */
export async function findSettingVersion(ctx: Ctx, key: string): Promise<number> {
  const [row] = await ctx.db.select({ version: settings.version }).from(settings).where(eq(settings.key, key))
  return row?.version ?? 0
}

/**
 * Saves a value under `key`. With the `version` that was edited, EDIT_CONFLICT when somebody else has saved since; the
 * UPDATE's condition decides between two saves at once. Returns the new version.
 */
export async function saveSetting(ctx: Ctx, key: string, value: unknown, version?: number): Promise<number> {
  const row = { value, updatedAt: ctx.clock() }
  const saved = await ctx.db
    .insert(settings)
    .values({ key, ...row })
    .onConflictDoUpdate({
      target: settings.key,
      set: { ...row, version: sql`${settings.version} + 1` },
      setWhere: version === undefined ? undefined : eq(settings.version, version),
    })
    .returning({ version: settings.version })
  const [kept] = saved
  if (!kept) {
    throw new ShopError(
      'EDIT_CONFLICT',
      'Bu ayarlar siz düzenlerken başka biri tarafından değiştirildi. Sayfayı yenileyip yeniden deneyin.',
    )
  }
  return kept.version
}
