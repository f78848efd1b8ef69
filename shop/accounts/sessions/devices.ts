import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { knownDevices } from '../schema.ts'

/** The order matters: most browsers also name those that they descend from. */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/YaBrowser\//, 'Yandex'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** 'Chrome, Windows': as much of a user agent as people recognise, and nothing that a stranger may choose freely. */
export function deviceName(userAgent: string): string {
  const find = (list: [RegExp, string][]) => list.find(([shape]) => shape.test(userAgent))?.[1]
  return [find(browsers), find(systems)].filter(Boolean).join(', ') || 'Bilinmeyen cihaz'
}

/** Notes that the user signs in with this kind of device; true when she never did but knows others. */
export async function rememberDevice(ctx: Ctx, userId: string, userAgent: string): Promise<boolean> {
  const device = deviceName(userAgent)
  const now = ctx.clock()
  const known = await ctx.db
    .select({ device: knownDevices.device })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
  await ctx.db
    .insert(knownDevices)
    .values({ userId, device, firstUsedAt: now, lastUsedAt: now })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.device], set: { lastUsedAt: now } })
  return known.length > 0 && !known.some((other) => other.device === device)
}

export async function forgetDevices(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.delete(knownDevices).where(eq(knownDevices.userId, userId))
}
