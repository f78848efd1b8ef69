import { z } from 'zod'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, inTransaction, requireRight } from '../ctx.ts'
import { findImages, type Image } from '../media/images.ts'
import { findSetting, saveSetting } from './settings.ts'

/** One scene of the landing page, cut for phones and for wide screens. */
export type Scene = { portrait: Image; landscape: Image }

const pictureId = z.string('Görsel gerekli').max(64, 'Görsel gerekli')
const StoredScenes = z.array(z.object({ portrait: pictureId, landscape: pictureId }), 'Sahneler gerekli')
export const SceneIds = StoredScenes.max(6, 'En çok 6 sahne olabilir').superRefine((scenes, context) => {
  for (const [index, { portrait }] of scenes.entries()) {
    const before = scenes.findIndex((scene) => scene.portrait === portrait)
    if (before === index) continue
    const message = `${index + 1}. sahne: dikey görseli ${before + 1}. sahneninkiyle aynı`
    context.addIssue({ code: 'custom', message })
  }
})
export type SceneIds = z.infer<typeof SceneIds>
export const scenesKey = 'landing-scenes'

/** Returns the landing page's scenes in their order; none until they are chosen. */
export async function landingScenes(ctx: Ctx): Promise<Scene[]> {
  const chosen = await findSceneIds(ctx)
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

/** The ids of the chosen pictures, as they are edited. */
export async function findSceneIds(ctx: Ctx): Promise<SceneIds> {
  return (await findSetting(ctx, scenesKey, StoredScenes)) ?? []
}

const order = { landing: 0, 'alt-giyim': 1, aksesuar: 2 }

/** The one rule of which scene stands where: the first three by their order, the special collection the last one. */
export function sceneOf(scenes: Scene[], place: keyof typeof order | 'special'): Scene | undefined {
  return (place === 'special' ? scenes.at(-1) : scenes[order[place]]) ?? scenes[0]
}

/** Chooses the scenes, by the ids of stored pictures. */
export async function chooseLandingScenes(ctx: Ctx, scenes: SceneIds): Promise<void> {
  requireRight(ctx, 'settings')
  await inTransaction(ctx, async (ctx) => {
    await saveSetting(ctx, scenesKey, SceneIds.parse(scenes))
    await announceCatalogChange(ctx, 'everything')
  })
}
