import type { Ctx } from '../../ctx.ts'
import { escapeHtml } from '../../markup.ts'
import { findSettings } from '../settings.ts'
import { Announcement, announcementKey, type ShownAnnouncement, shownAnnouncement } from './announcement.ts'
import { Links, linksKey, type ShownLink, shownLinks } from './links.ts'
import { logoUrl } from './logo.ts'
import { Look, lookKey } from './look.ts'
import { Menu, menuKey, type ShownEntry, shownMenu } from './menu.ts'
import { styleName, styleOf } from './style.ts'

/** The owner's own settings that show on every page; those that she has not switched on are absent. */
export type PageFace = {
  menu?: ShownEntry[]
  links?: ShownLink[]
  /** Her icons, for browsers and for home screens. */
  icon?: string
  touchIcon?: string
}

/** The settings that `faceOf` needs, read in the one query of every page. */
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

/** The owner's part of a page: the data, and the HTML that the server inserts. Undefined and blank where she has set nothing. */
export function faceOf(
  ctx: Ctx,
  own: Own,
  guests: boolean,
): { face: PageFace | undefined; inserts: { head: string; top: string } } {
  const { announcement, menu, look } = styled(own, ctx.clock())
  const links = [...(guests ? [{ to: '/siparis-takip', label: 'Sipariş takip' }] : []), ...shownLinks(own[linksKey])]
  const icon = look?.icon ?? look?.logo
  const face = {
    ...(menu && { menu }),
    ...(links.length > 0 && { links }),
    ...(icon && { icon: logoUrl(icon, 'icon-64.png'), touchIcon: logoUrl(icon, 'icon-180.png') }),
  }
  const inserts = {
    head: linkOf(ctx, styleOf({ announcement, menu, look })),
    top: announcement ? announcementHtml(announcement) : '',
  }
  return { face: Object.keys(face).length > 0 ? face : undefined, inserts }
}

function linkOf({ draft }: Ctx, style: string): string {
  const query = draft ? `?taslak=${draft.token}` : ''
  return style && `<link rel="stylesheet" href="/media/gorunum/${styleName(style)}.css${query}"/>`
}

/** The script closes it before it is painted (app/public/announcement.js). */
function announcementHtml({ text, link, id }: ShownAnnouncement): string {
  const words = link ? `<a href="${escapeHtml(link)}">${escapeHtml(text)}</a>` : escapeHtml(text)
  const close = id ? '<button type="button" aria-label="Duyuruyu kapat"></button>' : ''
  const script = id ? `<script src="/announcement.js" data-id="${id}"></script>` : ''
  return `${script}<aside aria-label="Duyuru" class="announcement"><p>${words}</p>${close}</aside>`
}
