import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { changeSection, type EditedVersion } from '../section-change.ts'
import { findSetting } from '../settings.ts'
import { LinkTo, lineOf } from './link.ts'
import { type SocialId, socialIds, socialNames } from './social.ts'

const socialUrl = z
  .string('Bağlantı gerekli')
  .trim()
  .max(300, 'Bağlantı en çok 300 karakter olabilir')
  .pipe(
    z.union(
      [
        z.literal(''),
        z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'Bağlantı https:// ile başlamalı' }),
      ],
      'Bağlantı https:// ile başlamalı',
    ),
  )
  .default('')

const most = 8

/** The links in the footer of every page. */
export const Links = z.object({
  social: z.object(Object.fromEntries(socialIds.map((id) => [id, socialUrl])) as Record<SocialId, typeof socialUrl>),
  footer: z
    .array(z.object({ to: LinkTo, label: lineOf(40, 'Bağlantının sözü gerekli') }), 'Bağlantılar gerekli')
    .max(most, `En çok ${most} bağlantı olabilir`),
})
export type Links = z.infer<typeof Links>

export const linksKey = 'links'

export async function findLinks(ctx: Ctx): Promise<Links> {
  return (await findSetting(ctx, linksKey, Links)) ?? Links.parse({ social: {}, footer: [] })
}

export type ShownLink = { to: string; label: string }

/** Those that were filled in. */
export function shownLinks(own: Links | undefined): ShownLink[] {
  const social = socialIds.flatMap((id) => {
    const to = own?.social[id]
    return to ? [{ to, label: socialNames[id] }] : []
  })
  return [...(own?.footer ?? []), ...social]
}

export async function saveLinks(ctx: Ctx, links: Links, edited: EditedVersion = {}): Promise<void> {
  await changeSection(ctx, 'links', linksKey, edited, async (ctx) => ({
    value: links,
    published: links,
    before: factsOf(await findLinks(ctx)),
    after: factsOf(links),
  }))
}

function factsOf({ social, footer }: Links) {
  return {
    ...Object.fromEntries(socialIds.map((id) => [socialNames[id], social[id]])),
    'Alt bilgi': footer.map(({ to, label }) => `${label}: ${to}`).join('\n'),
  }
}
