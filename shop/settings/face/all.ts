import type { Ctx } from '../../ctx.ts'
import { findSettingVersion } from '../settings.ts'
import { announcementKey, findAnnouncement } from './announcement.ts'
import { findLinks, linksKey } from './links.ts'
import { findLook, lookKey } from './look.ts'
import { findMenu, menuKey } from './menu.ts'
import { findSizeCharts, sizeChartsKey } from './size-charts.ts'

/** The owner's face of the shop as it is edited, each part with its version. */
export async function getFace(ctx: Ctx) {
  return {
    sizes: { version: await findSettingVersion(ctx, sizeChartsKey), settings: await findSizeCharts(ctx) },
    look: { version: await findSettingVersion(ctx, lookKey), settings: await findLook(ctx) },
    announcement: { version: await findSettingVersion(ctx, announcementKey), settings: await findAnnouncement(ctx) },
    menu: { version: await findSettingVersion(ctx, menuKey), settings: await findMenu(ctx) },
    links: { version: await findSettingVersion(ctx, linksKey), settings: await findLinks(ctx) },
  }
}
