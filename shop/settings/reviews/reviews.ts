import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { changeSection, type EditedVersion } from '../section-change.ts'
import { findSetting, findSettingVersion } from '../settings.ts'

/** Whether who bought a piece may review it, and what the shop does with it. */
export const ReviewSettings = z.object({
  on: z.boolean('Yorumların açık olup olmadığını belirtin'),
  /** Whether somebody of the shop looks at a review before it is shown, or after. */
  moderation: z.enum(['BEFORE', 'AFTER'], 'Onay seçeneği geçersiz').default('BEFORE'),
  /** Days after the delivery; 0: nobody is asked. */
  askAfterDays: z
    .number('Gün sayısı gerekli')
    .int('Gün sayısı tam sayı olmalı')
    .min(0, 'Gün sayısı 0’dan küçük olamaz')
    .max(60, 'En çok 60 gün')
    .default(7),
})
export type ReviewSettings = z.infer<typeof ReviewSettings>

export const reviewsKey = 'reviews'

/** Off until the owner switches them on: then nobody reads a word of them, and nothing asks the database. A demo shows them. */
export function reviewsOf(ctx: Ctx, own: ReviewSettings | undefined): ReviewSettings {
  return own ?? { on: ctx.config.mode === 'demo', moderation: 'BEFORE', askAfterDays: 7 }
}

export async function findReviewSettings(ctx: Ctx): Promise<ReviewSettings> {
  return reviewsOf(ctx, await findSetting(ctx, reviewsKey, ReviewSettings))
}

export async function presentReviews(ctx: Ctx): Promise<{ version: number; settings: ReviewSettings }> {
  return { version: await findSettingVersion(ctx, reviewsKey), settings: await findReviewSettings(ctx) }
}

export async function saveReviewSettings(
  ctx: Ctx,
  settings: ReviewSettings,
  edited: EditedVersion = {},
): Promise<void> {
  const told = ({ on, moderation, askAfterDays }: ReviewSettings) => ({ reviewsOn: on, moderation, askAfterDays })
  await changeSection(ctx, 'reviews', reviewsKey, edited, async (ctx) => ({
    value: settings,
    before: told(await findReviewSettings(ctx)),
    after: told(settings),
  }))
}
