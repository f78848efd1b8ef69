import { createHash } from 'node:crypto'
import { shadesOf } from './accent.ts'
import type { ShownAnnouncement } from './announcement.ts'
import { type Logo, logoUrl } from './logo.ts'
import type { Look } from './look.ts'
import type { ShownEntry } from './menu.ts'

/** The line over every page of the shop; a header that lies over a scene begins below it. The cross is drawn, not a letter. */
const announcementStyle = `.announcement{position:relative;background:var(--color-ink);color:#fff;text-align:center;font-size:.875rem;line-height:1.45}
.announcement p{margin:0 auto;padding:8px 52px;max-width:60rem}
.announcement a{text-decoration:underline;text-underline-offset:3px;padding-block:6px}
.announcement button{position:absolute;inset:0 0 auto auto;width:44px;height:100%;min-height:36px;max-height:44px;cursor:pointer;background:linear-gradient(45deg,transparent 47%,currentColor 47% 53%,transparent 53%) 50%/14px 14px no-repeat,linear-gradient(-45deg,transparent 47%,currentColor 47% 53%,transparent 53%) 50%/14px 14px no-repeat}
.announcement :focus-visible{outline:2px solid #fff;outline-offset:-4px}
[data-closed] .announcement,.announcement:not(:has(~footer)){display:none}
.announcement~.over-scene{position:sticky;height:0;border:0}
[data-past-scene] .announcement~.over-scene>.header-row{background:var(--color-paper);box-shadow:-100vw 0 var(--color-paper),100vw 0 var(--color-paper)}
@media print{.announcement{display:none}}
`

/** Letters that surely fit into one row of it, by the least width of the screen in pixels (`from`). */
const lineLetters = [
  { from: 0, letters: 36 },
  { from: 480, letters: 54 },
  { from: 768, letters: 95 },
]

/** Screen height below the line, by the rows that its words take: the landing page's scene ends where the screen does. */
function screenStyle({ text }: ShownAnnouncement): string {
  return lineLetters
    .map(({ from, letters }) => {
      const lines = Math.ceil(text.length / letters)
      const height = `:root:not([data-closed]) .announcement~main{--screen:calc(100svh - ${16 + 21 * lines}px)}`
      return from === 0 ? `${height}\n` : `@media(min-width:${from}px){${height}}\n`
    })
    .join('')
}

/** As many entries as the owner likes stand in rows. */
const menuStyle = `.header-tabs>ul{flex-wrap:wrap;justify-content:center;column-gap:20px}
`

function accentStyle(accent: string): string {
  const { nar, deep, soft } = shadesOf(accent)
  return `:root{--color-nar:${nar};--color-nar-deep:${deep};--color-nar-soft:${soft}}\n`
}

/** Where the page lies on a dark picture. */
const dark =
  ':root:has([data-scene=dark]):not([data-past-scene]) .over-scene:not(:has(.area-menu)) .word-mark,[data-scene=dark] .word-mark'

/** A logo replaces the name, whose letters stay for shoppers who do not see it. Its height is that of the words around. */
function logoStyle(logo: Logo, onDark: Logo | null): string {
  const ratio = logo.width / logo.height
  const height = ratio >= 3 ? 1.4 : ratio >= 1.5 ? 1.7 : 2
  const width = Math.round(height * ratio * 100) / 100
  const white = logo.opaque ? '' : `${dark}{filter:brightness(0) invert(1)}\n`
  return `.word-mark{display:block;width:min(${width}em,52vw);max-width:100%;height:${height}em;background:url(${logoUrl(logo, 'image')}) 0/contain no-repeat;overflow:hidden;white-space:nowrap;color:transparent;-webkit-text-fill-color:transparent;print-color-adjust:exact}
${onDark ? `${dark}{background-image:url(${logoUrl(onDark, 'image')})}\n` : white}`
}

export type Styled = {
  announcement?: ShownAnnouncement | undefined
  menu?: ShownEntry[] | undefined
  look?: Look | undefined
}

/** The style sheet of the owner's own settings; empty where nothing needs one. */
export function styleOf({ announcement, menu, look }: Styled): string {
  const { accent, logo, onDark } = look ?? {}
  return [
    accent && accentStyle(accent),
    logo && logoStyle(logo, onDark ?? null),
    announcement && announcementStyle + screenStyle(announcement),
    menu && menuStyle,
  ]
    .filter(Boolean)
    .join('')
}

/** Names a style sheet by its content, so that browsers may keep it for ever. */
export function styleName(style: string): string {
  return createHash('sha256').update(style).digest('hex').slice(0, 12)
}
