import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { invalid } from '../../errors.ts'
import { changeSection, type EditedVersion } from '../section-change.ts'
import { findSetting } from '../settings.ts'
import { Accent, usualAccent } from './accent.ts'
import { Logo } from './logo.ts'
import { isStored } from './logos.ts'

export const Look = z.object({
  /** Null: that of the shop. */
  accent: Accent.nullable(),
  /** In place of the name. */
  logo: Logo.nullable(),
  /** The logo over dark pictures; null: the same one, in white where its background is transparent. */
  onDark: Logo.nullable(),
  /** The icon that browsers and phones show; null: made from the logo. */
  icon: Logo.nullable(),
})
export type Look = z.infer<typeof Look>

export const lookKey = 'look'

export async function findLook(ctx: Ctx): Promise<Look> {
  return (await findSetting(ctx, lookKey, Look)) ?? { accent: null, logo: null, onDark: null, icon: null }
}

export async function saveLook(ctx: Ctx, given: Look, edited: EditedVersion = {}): Promise<void> {
  const look = { ...given, accent: given.accent === usualAccent ? null : given.accent }
  for (const part of ['logo', 'onDark', 'icon'] as const) {
    const logo = look[part]
    if (logo && !(await isStored(ctx, logo.id))) throw invalid({ [part]: ['Logo bulunamadı, yeniden yükleyin'] })
  }
  await changeSection(ctx, 'look', lookKey, edited, async (ctx) => ({
    value: look,
    published: look,
    before: factsOf(await findLook(ctx)),
    after: factsOf(look),
  }))
}

function factsOf({ accent, logo, onDark, icon }: Look) {
  const told = (picture: Logo | null) => (picture ? `${picture.width} × ${picture.height} piksel` : 'Yok')
  return { Renk: accent ?? usualAccent, Logo: told(logo), 'Koyu zemin logosu': told(onDark), Simge: told(icon) }
}
