import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { settings } from './schema.ts'

/** The value kept under `key`; undefined when there is none of this shape. */
export async function findSetting<T>(ctx: Ctx, key: string, shape: z.ZodType<T>): Promise<T | undefined> {
  const [row] = await ctx.db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  const parsed = shape.safeParse(row?.value)
  return parsed.success ? parsed.data : undefined
}

export async function saveSetting(ctx: Ctx, key: string, value: unknown): Promise<void> {
  const row = { value, updatedAt: ctx.clock() }
  await ctx.db
    .insert(settings)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: settings.key, set: row })
}
