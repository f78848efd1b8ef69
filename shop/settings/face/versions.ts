import { and, desc, eq } from 'drizzle-orm'
import { users } from '../../accounts/schema.ts'
import { type Ctx, requireRight } from '../../ctx.ts'
import { notFound } from '../../errors.ts'
import { settingVersions } from '../schema.ts'
import { findSettingVersion } from '../settings.ts'
import { type FacePart, faceParts } from './parts.ts'

export type PublishedVersion = {
  /** 0: as the shop came. */
  version: number
  publishedAt: Date | null
  /** Null: nobody is known. */
  by: string | null
  current: boolean
}

/** The most versions that are listed. */
const most = 50

/** The published versions of a part, newest first; the last one is what came with the shop. */
export async function listVersions(ctx: Ctx, part: FacePart): Promise<PublishedVersion[]> {
  requireRight(ctx, 'settings')
  const { key } = faceParts[part]
  const now = await findSettingVersion(ctx, key)
  const rows = await ctx.db
    .select({
      version: settingVersions.version,
      publishedAt: settingVersions.createdAt,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(settingVersions)
    .leftJoin(users, eq(users.id, settingVersions.actorId))
    .where(eq(settingVersions.key, key))
    .orderBy(desc(settingVersions.version))
    .limit(most)
  const published = rows.map(({ version, publishedAt, firstName, lastName }) => ({
    ...{ version, publishedAt, current: version === now },
    by: [firstName, lastName].filter(Boolean).join(' ') || null,
  }))
  // The scenes of the landing page come with a demo: there is nothing to go back to.
  return part === 'landing'
    ? published
    : [...published, { version: 0, publishedAt: null, by: null, current: now === 0 }]
}

/** Publishes an earlier version again, as a new one. NOT_FOUND when there is none, INVALID when it no longer fits. */
export async function restoreVersion(ctx: Ctx, part: FacePart, version: number): Promise<void> {
  requireRight(ctx, 'settings')
  const { key } = faceParts[part]
  if (version === 0 && part !== 'landing') return faceParts[part].publish(ctx, faceParts[part].usual)
  const [row] = await ctx.db
    .select({ value: settingVersions.value })
    .from(settingVersions)
    .where(and(eq(settingVersions.key, key), eq(settingVersions.version, version)))
  if (!row) throw notFound('Bu sürüm artık yok; sayfayı yenileyip yeniden deneyin.')
  await faceParts[part].publish(ctx, row.value)
}
