import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { invalid } from '../errors.ts'
import { findImages, type Image } from '../media/images.ts'
import { chooseLandingScenes, findSceneIds, SceneIds } from './scenes.ts'
import { changeSection, type EditedVersion } from './section-change.ts'
import { findSetting } from './settings.ts'

/** The parts of the landing page below its scene, in their usual order. */
const landingKinds = ['choice', 'new', 'story', 'special', 'looks', 'categories', 'promises'] as const
export type LandingKind = (typeof landingKinds)[number]

const words = (most: number) => z.string('Metin gerekli').trim().max(most, `En çok ${most} karakter`)

const LandingPart = z.object({
  kind: z.enum(landingKinds, 'Böyle bir bölüm yok'),
  shown: z.boolean('Gösterilip gösterilmeyeceğini belirtin'),
  title: words(120),
  text: words(240),
})
/** One part: whether it is shown, its heading, and a sentence (of the story: the words of its link). */
export type LandingPart = z.infer<typeof LandingPart>

const titled = new Set<LandingKind>(['choice', 'new', 'story', 'special', 'looks', 'categories'])

const Landing = z.object({
  slogan: words(120),
  parts: z
    .array(LandingPart, 'Bölümler gerekli')
    .refine((parts) => new Set(parts.map(({ kind }) => kind)).size === parts.length, 'Bir bölüm iki kez yazılmış')
    .superRefine((parts, context) => {
      for (const [index, { kind, shown, title }] of parts.entries()) {
        if (!shown || title !== '' || !titled.has(kind)) continue
        context.addIssue({ code: 'custom', message: 'Gösterilen bölümün başlığı gerekli', path: [index, 'title'] })
      }
    }),
})
export type Landing = z.infer<typeof Landing>

/** As it is edited, with its scenes. */
export const LandingSettings = Landing.extend({ scenes: SceneIds })
export type LandingSettings = z.infer<typeof LandingSettings>

export const landingKey = 'landing'

const usualWords: Record<LandingKind, { title: string; text: string }> = {
  choice: { title: 'Nereden başlayalım?', text: 'Serin günlere katman katman hazırlanın.' },
  new: { title: 'Yeni gelenler', text: 'Dükkâna son gelen parçalar.' },
  story: { title: 'Dolabımız doluyken neden giyecek bir şey bulamıyoruz?', text: 'Hikâyemizi okuyun' },
  special: { title: 'Özel Koleksiyon', text: 'Elde işlenen, az sayıda üretilen parçalar.' },
  looks: { title: 'Kombinler', text: 'Birlikte güzel duran parçalar.' },
  categories: { title: 'Ne arıyorsunuz?', text: '' },
  promises: { title: '', text: '' },
}

export const usualLanding: Landing = {
  slogan: 'Az sayıda, özenle seçilmiş parçalar.',
  parts: landingKinds.map((kind) => ({ kind, shown: true, ...usualWords[kind] })),
}

/** The landing page as the owner arranged it. Parts that came with a newer version of the shop stand at the end. */
export async function findLanding(ctx: Ctx): Promise<Landing> {
  const saved = await findSetting(ctx, landingKey, Landing)
  if (!saved) return usualLanding
  const known = new Set(saved.parts.map(({ kind }) => kind))
  return { ...saved, parts: [...saved.parts, ...usualLanding.parts.filter(({ kind }) => !known.has(kind))] }
}

/** Arranges the landing page: its words, its scenes, which parts it has and in which order. */
export async function saveLanding(
  ctx: Ctx,
  { scenes, ...landing }: LandingSettings,
  edited: EditedVersion = {},
): Promise<void> {
  await checkPictures(ctx, scenes)
  await changeSection(ctx, 'landing', landingKey, edited, async (ctx) => {
    const before = facts(await findLanding(ctx), await findSceneIds(ctx))
    await chooseLandingScenes(ctx, scenes)
    return { value: landing, before, after: facts(landing, scenes), published: { ...landing, scenes } }
  })
}

/** Pixels; smaller ones are blurred on the screens they fill. */
const leastWidth = { portrait: 800, landscape: 1200 }

async function checkPictures(ctx: Ctx, scenes: SceneIds): Promise<void> {
  const known = await findImages(
    ctx,
    scenes.flatMap(({ portrait, landscape }) => [portrait, landscape]),
  )
  for (const [index, ids] of scenes.entries()) {
    const portrait = known.get(ids.portrait)
    const landscape = known.get(ids.landscape)
    const wrong = problemOf(portrait, landscape)
    if (wrong) throw invalid({ scenes: [`${index + 1}. sahne: ${wrong}`] })
  }
}

function problemOf(portrait: Image | undefined, landscape: Image | undefined): string | undefined {
  if (!portrait || !landscape) return 'görseli bulunamadı; sahneyi kaldırıp yeniden ekleyin'
  if (portrait.height <= portrait.width) return 'dikey görselin yüksekliği genişliğinden fazla olmalı'
  if (landscape.width <= landscape.height) return 'yatay görselin genişliği yüksekliğinden fazla olmalı'
  if (portrait.width < leastWidth.portrait)
    return `dikey görsel en az ${leastWidth.portrait} piksel genişliğinde olmalı`
  if (landscape.width < leastWidth.landscape)
    return `yatay görsel en az ${leastWidth.landscape} piksel genişliğinde olmalı`
  return undefined
}

/** For the history: what a reader of it wants to compare. */
function facts({ slogan, parts }: Landing, scenes: SceneIds) {
  const shown = parts.filter(({ shown }) => shown).map(({ kind, title, text }) => [title || kind, text].filter(Boolean))
  return {
    Slogan: slogan,
    Bölümler: shown.map((words) => words.join(': ')).join('\n'),
    Sahneler: scenes.map(({ portrait, landscape }) => `${portrait} ${landscape}`).join('\n'),
  }
}
