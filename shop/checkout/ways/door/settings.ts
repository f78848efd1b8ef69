import { z } from 'zod'
import type { Ctx } from '../../../ctx.ts'
import { provinces } from '../../../fields/provinces.ts'
import { changeSection, type EditedVersion } from '../../../settings/section-change.ts'
import { findSetting, findSettingVersion } from '../../../settings/settings.ts'

const count = (what: string, least = 1) =>
  z
    .number(`${what} gerekli`)
    .int(`${what} tam sayı olmalı`)
    .min(least, `${what} en az ${least} olmalı`)
    .max(100, `${what} en çok 100 olabilir`)

const kurus = z.number().int().min(0).max(100_000_000)

/** Paying at the door: what it costs, for which orders, and for whom. Money in kuruş. */
export const DoorSettings = z.object({
  enabled: z.boolean('Kapıda ödemenin açık olup olmadığını belirtin'),
  feeKurus: kurus,
  /** How the courier can be paid. */
  cash: z.boolean(),
  card: z.boolean(),
  /** Bounds of the price of the goods with their delivery. */
  smallestKurus: kurus,
  /** 0: any. */
  largestKurus: kurus,
  /** Whether `provinces` are those where it is offered, or those where it is not. */
  provinceRule: z.enum(['only', 'except']),
  provinces: z.array(z.string().refine((name) => provinces.includes(name), 'Böyle bir il yok')).max(81),
  categoriesOut: z.array(z.uuid('Kategori geçersiz')).max(200),
  /** How many orders an account or a telephone may have that are neither paid nor over. */
  openPerPerson: count('Kişi başına açık sipariş'),
  openPerPhone: count('Telefon başına açık sipariş'),
  /** After this many refused parcels a telephone or an account can no longer pay so; 0: no bound. */
  refusalsThatEnd: count('Teslim alınmayan paket sayısı', 0),
})
export type DoorSettings = z.infer<typeof DoorSettings>

export const doorKey = 'payments.door'

/** Off until the owner switches it on; a demo shows it. */
const usual: DoorSettings = {
  enabled: false,
  feeKurus: 4_900,
  cash: true,
  card: true,
  smallestKurus: 10_000,
  largestKurus: 1_000_000,
  provinceRule: 'except',
  provinces: [],
  categoriesOut: [],
  openPerPerson: 2,
  openPerPhone: 2,
  refusalsThatEnd: 2,
}

export async function findDoorSettings(ctx: Ctx): Promise<DoorSettings> {
  return (await findSetting(ctx, doorKey, DoorSettings)) ?? { ...usual, enabled: ctx.config.mode === 'demo' }
}

/** Counts the changes, for the optimistic lock. */
export async function findDoorVersion(ctx: Ctx): Promise<number> {
  return findSettingVersion(ctx, doorKey)
}

export async function saveDoorSettings(ctx: Ctx, settings: DoorSettings, edited: EditedVersion = {}): Promise<void> {
  await changeSection(ctx, 'door', doorKey, edited, async (ctx) => ({
    value: settings,
    before: { ...(await findDoorSettings(ctx)) },
    after: { ...settings },
  }))
}

/** 'nakit veya kartla' */
export function takenAtDoor({ cash, card }: Pick<DoorSettings, 'cash' | 'card'>): string {
  if (cash && card) return 'nakit veya kartla'
  return card ? 'kartla' : 'nakit'
}
