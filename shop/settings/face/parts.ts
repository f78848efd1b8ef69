import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { invalid } from '../../errors.ts'
import { LandingSettings, landingKey, saveLanding, usualLanding } from '../landing.ts'
import { scenesKey } from '../scenes.ts'
import type { EditedVersion } from '../section-change.ts'
import { Announcement, announcementKey, saveAnnouncement, usualAnnouncement } from './announcement.ts'
import { Links, linksKey, saveLinks } from './links.ts'
import { Look, lookKey, saveLook } from './look.ts'
import { Menu, menuKey, saveMenu, usualMenu } from './menu.ts'
import { SizeCharts, saveSizeCharts, sizeChartsKey } from './size-charts.ts'

type Given<T> = {
  key: string
  shape: z.ZodType<T>
  save: (ctx: Ctx, value: T, edited?: EditedVersion) => Promise<void>
  /** The value before anything was published. */
  usual: T
  /** The rows of settings that hold it, where that is not the one row of its key. */
  rows?: (value: T) => Record<string, unknown>
}

type Part = {
  key: string
  usual: unknown
  /** The rows that replace the settings while a draft of it is previewed. */
  rowsOf: (value: unknown) => Record<string, unknown>
  /** Publishes a value that was kept; INVALID when it no longer fits. */
  publish: (ctx: Ctx, value: unknown) => Promise<void>
}

function part<T>({ key, shape, save, usual, rows }: Given<T>): Part {
  return {
    ...{ key, usual },
    rowsOf(value) {
      const parsed = shape.parse(value)
      return rows ? rows(parsed) : { [key]: parsed }
    },
    async publish(ctx, value) {
      const parsed = shape.safeParse(value)
      if (!parsed.success) throw invalid({ version: ['Bu sürüm artık kullanılamıyor; başka bir sürüm seçin'] })
      await save(ctx, parsed.data)
    },
  }
}

/** The parts of the shop's face, each published, looked at and taken back by itself. */
export const faceParts = {
  landing: part<LandingSettings>({
    key: landingKey,
    shape: LandingSettings,
    save: saveLanding,
    usual: { ...usualLanding, scenes: [] },
    rows: ({ scenes, ...landing }) => ({ [landingKey]: landing, [scenesKey]: scenes }),
  }),
  look: part<Look>({
    key: lookKey,
    shape: Look,
    save: saveLook,
    usual: { accent: null, logo: null, onDark: null, icon: null },
  }),
  announcement: part<Announcement>({
    key: announcementKey,
    shape: Announcement,
    save: saveAnnouncement,
    usual: usualAnnouncement,
  }),
  menu: part<Menu>({ key: menuKey, shape: Menu, save: saveMenu, usual: usualMenu }),
  links: part<Links>({
    key: linksKey,
    shape: Links,
    save: saveLinks,
    usual: Links.parse({ social: {}, footer: [] }),
  }),
  sizes: part<SizeCharts>({
    key: sizeChartsKey,
    shape: SizeCharts,
    save: saveSizeCharts,
    usual: { charts: [] },
  }),
} as const

export type FacePart = keyof typeof faceParts
export const FacePart = z.enum(Object.keys(faceParts) as [FacePart, ...FacePart[]], 'Bu bölümün sürümleri tutulmuyor')
