import { z } from 'zod'
import { announceCatalogChange } from '../catalog/changes.ts'
import { type Ctx, inTransaction, requireAdmin } from '../ctx.ts'
import { findSetting, saveSetting } from '../settings/settings.ts'
import { findImages, type Image } from './images.ts'

/** One scene of the landing page, cut for phones and for wide screens. */
export type Scene = { portrait: Image; landscape: Image }

const SceneIds = z.array(z.object({ portrait: z.string(), landscape: z.string() })).max(6)
const key = 'landing-scenes'

/** The landing page's scenes in their order; none until somebody has chosen them. */
export async function landingScenes(ctx: Ctx): Promise<Scene[]> {
  const chosen = (await findSetting(ctx, key, SceneIds)) ?? []
  const pictures = await findImages(
    ctx,
    chosen.flatMap((scene) => [scene.portrait, scene.landscape]),
  )
  return chosen.flatMap((scene) => {
    const portrait = pictures.get(scene.portrait)
    const landscape = pictures.get(scene.landscape)
    return portrait && landscape ? [{ portrait, landscape }] : []
  })
}

/** Chooses the scenes, by the ids of stored pictures. */
export async function chooseLandingScenes(ctx: Ctx, scenes: z.infer<typeof SceneIds>): Promise<void> {
  await requireAdmin(ctx)
  await inTransaction(ctx, async (ctx) => {
    await saveSetting(ctx, key, SceneIds.parse(scenes))
    await announceCatalogChange(ctx, 'everything')
  })
}
