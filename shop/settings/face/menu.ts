import { z } from 'zod'
import { areaNames } from '../../catalog/area-of.ts'
import { areas } from '../../catalog/contract.ts'
import type { Ctx } from '../../ctx.ts'
import { changeSection, type EditedVersion } from '../section-change.ts'
import { findSetting } from '../settings.ts'
import { lineOf, PathTo } from './link.ts'

/** Entries that fit beside each other on a small desktop. */
const most = 7

export const Menu = z.object({
  items: z
    .array(z.object({ to: PathTo, label: lineOf(24, 'Menüde görünecek söz gerekli') }), 'Menü gerekli')
    .min(1, 'Menüde en az bir giriş olmalı')
    .max(most, `Menüde en çok ${most} giriş olabilir`)
    .superRefine((items, context) => {
      for (const [index, { to }] of items.entries()) {
        if (items.findIndex((item) => item.to === to) === index) continue
        context.addIssue({ code: 'custom', message: 'Bu bağlantı menüde zaten var', path: [index, 'to'] })
      }
    }),
})
export type Menu = z.infer<typeof Menu>

export const menuKey = 'menu'

/** The shop's four areas by their names. */
export const usualMenu: Menu = { items: areas.map((area) => ({ to: `/${area}`, label: areaNames[area] })) }

export async function findMenu(ctx: Ctx): Promise<Menu> {
  return (await findSetting(ctx, menuKey, Menu)) ?? usualMenu
}

/**
 * An entry of the menus in the form of the shop's areas: `area` is its path without the slash, `tab` its label in the header.
 * An entry that is no area has a `state`, with which its page is opened, and no categories below it.
 */
export type ShownEntry = { area: string; title: string; tab: string; state?: { selectedCategory: string } }

/** Undefined while the menu is the usual one: pages then carry none. */
export function shownMenu(own: Menu | undefined): ShownEntry[] | undefined {
  if (!own || JSON.stringify(own) === JSON.stringify(usualMenu)) return undefined
  return own.items.map(({ to, label }) => {
    const area = to.slice(1)
    const entry = { area, title: label, tab: label.toLocaleUpperCase('tr') }
    return areas.some((one) => one === area) ? entry : { ...entry, state: { selectedCategory: label } }
  })
}

export async function saveMenu(ctx: Ctx, menu: Menu, edited: EditedVersion = {}): Promise<void> {
  await changeSection(ctx, 'menu', menuKey, edited, async (ctx) => ({
    value: menu,
    published: menu,
    before: factsOf(await findMenu(ctx)),
    after: factsOf(menu),
  }))
}

function factsOf({ items }: Menu) {
  return { Menü: items.map(({ to, label }) => `${label}: ${to}`).join('\n') }
}
