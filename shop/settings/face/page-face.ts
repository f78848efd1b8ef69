import type { Ctx } from '../../ctx.ts'
import { findSettings } from '../settings.ts'
import { Announcement, announcementKey, type ShownAnnouncement, shownAnnouncement } from './announcement.ts'
import { Links, linksKey, type ShownLink, shownLinks } from './links.ts'
import { Look, lookKey } from './look.ts'
import { Menu, menuKey, type ShownEntry, shownMenu } from './menu.ts'
import { styleName, styleOf } from './style.ts'

/** The owner's own touches of every page; what she has not switched on is absent. */
export type PageFace = {
  announcement?: ShownAnnouncement
  menu?: ShownEntry[]
  social?: ShownLink[]
  footer?: ShownLink[]
  /** The id of the picture that her icons are made of. */
  icon?: string
  /** The name of her style sheet's file. */
  style?: string
}

/** What to read for `faceOf`, in the one query of every page. */
export const faceShapes = {
  ...{ [announcementKey]: Announcement, [menuKey]: Menu, [linksKey]: Links },
  [lookKey]: Look,
} as const

type Own = { [K in keyof typeof faceShapes]?: ReturnType<(typeof faceShapes)[K]['parse']> | undefined }

/** The style sheet of every page, as it is now. */
export async function findStyle(ctx: Ctx): Promise<string> {
  const own = await findSettings(ctx, faceShapes)
  return styleOf(styled(own, ctx.clock()))
}

function styled(own: Own, now: Date) {
  return {
    announcement: shownAnnouncement(own[announcementKey], now),
    menu: shownMenu(own[menuKey]),
    look: own[lookKey],
  }
}

/** Undefined where nothing is hers. */
export function faceOf(ctx: Ctx, own: Own): PageFace | undefined {
  const { announcement, menu, look } = styled(own, ctx.clock())
  const style = styleOf({ announcement, menu, look })
  const icon = (look?.icon ?? look?.logo)?.id
  const face = {
    ...(announcement && { announcement }),
    ...(menu && { menu }),
    ...shownLinks(own[linksKey]),
    ...(icon && { icon }),
    ...(style && { style: `${styleName(style)}.css${ctx.draft ? `?taslak=${ctx.draft.token}` : ''}` }),
  }
  return Object.keys(face).length > 0 ? face : undefined
}
