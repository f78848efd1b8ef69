import { z } from '@hono/zod-openapi'
import { Announcement, saveAnnouncement } from '#shop/settings/face/announcement.ts'
import { saveDraft } from '#shop/settings/face/drafts.ts'
import { Links, saveLinks } from '#shop/settings/face/links.ts'
import { storeLogo } from '#shop/settings/face/logos.ts'
import { Look, saveLook } from '#shop/settings/face/look.ts'
import { Menu, saveMenu } from '#shop/settings/face/menu.ts'
import { FacePart } from '#shop/settings/face/parts.ts'
import { SizeCharts, saveSizeCharts } from '#shop/settings/face/size-charts.ts'
import { listVersions, restoreVersion } from '#shop/settings/face/versions.ts'
import { LandingSettings } from '#shop/settings/landing.ts'
import { badInput, created, FileForm, fileOf, form, json, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'
import { allSettings, saveSettings, saving, settingsBody } from './settings.ts'

const Draft = z.discriminatedUnion(
  'part',
  [
    z.object({ part: z.literal('landing'), settings: LandingSettings }),
    z.object({ part: z.literal('look'), settings: Look }),
    z.object({ part: z.literal('announcement'), settings: Announcement }),
    z.object({ part: z.literal('menu'), settings: Menu }),
    z.object({ part: z.literal('links'), settings: Links }),
    z.object({ part: z.literal('sizes'), settings: SizeCharts }),
  ],
  'Böyle bir bölüm yok',
)

/** How the shop looks: what the owner puts on every page. */
export const adminFace = resource()
  .openapi(
    route('POST /admin/logos', {
      ...needs('settings'),
      summary: 'Stores a logo, cleaned, with its icons; the answer goes into `look`',
      request: form(FileForm),
      created: true,
      failures: { 400: 'Not a logo', ...staffFailures, 413: 'Larger than 5 MB' },
    }),
    async (c) => {
      const { bytes } = await fileOf(c.req.valid('form').file, 'Bir logo dosyası seçin')
      return created(c, await storeLogo(c.get('ctx'), bytes))
    },
  )
  .openapi(
    route('PUT /admin/settings/look', {
      ...needs('settings'),
      summary: 'Logo, icon and accent color',
      request: settingsBody(Look),
      failures: saving,
    }),
    (c) => saveSettings(c, c.req.valid('json'), saveLook, 'Logo ve renk kaydedildi ve yayında.'),
  )
  .openapi(
    route('PUT /admin/settings/announcement', {
      ...needs('settings'),
      summary: 'The line over every page, with its time',
      request: settingsBody(Announcement),
      failures: saving,
    }),
    (c) => saveSettings(c, c.req.valid('json'), saveAnnouncement, 'Duyuru şeridi kaydedildi.'),
  )
  .openapi(
    route('PUT /admin/settings/menu', {
      ...needs('settings'),
      summary: 'The entries of the menus, in their order',
      request: settingsBody(Menu),
      failures: saving,
    }),
    (c) => saveSettings(c, c.req.valid('json'), saveMenu, 'Menü kaydedildi ve yayında.'),
  )
  .openapi(
    route('PUT /admin/settings/links', {
      ...needs('settings'),
      summary: 'Social media, and links of the owner at the foot of every page',
      request: settingsBody(Links),
      failures: saving,
    }),
    (c) => saveSettings(c, c.req.valid('json'), saveLinks, 'Bağlantılar kaydedildi ve yayında.'),
  )
  .openapi(
    route('PUT /admin/settings/size-charts', {
      ...needs('settings'),
      summary: "The owner's size charts; a category without one has the usual chart",
      request: settingsBody(SizeCharts),
      failures: saving,
    }),
    (c) => saveSettings(c, c.req.valid('json'), saveSizeCharts, 'Beden tabloları kaydedildi ve yayında.'),
  )
  .openapi(
    route('POST /admin/settings/drafts', {
      ...needs('settings'),
      summary: 'What the shop would look like; nothing is published',
      request: json(Draft),
      failures: { ...staffFailures, ...badInput },
    }),
    async (c) => {
      const { part, settings } = c.req.valid('json')
      const { token, expiresAt } = await saveDraft(c.get('ctx'), part, settings)
      return ok(c, { token, expiresAt: expiresAt.toISOString() })
    },
  )
  .openapi(
    route('GET /admin/settings/versions/{part}', {
      ...needs('settings'),
      summary: 'What was published of a part, the newest first',
      request: { params: z.object({ part: FacePart }) },
      failures: { ...staffFailures, 404: 'No such part' },
    }),
    async (c) => {
      const versions = await listVersions(c.get('ctx'), c.req.valid('param').part)
      return ok(
        c,
        versions.map(({ publishedAt, ...version }) => ({
          ...version,
          publishedAt: publishedAt?.toISOString() ?? null,
        })),
      )
    },
  )
  .openapi(
    route('POST /admin/settings/versions/{part}/{version}/restore', {
      ...needs('settings'),
      summary: 'Publishes an earlier version again, as a new one',
      request: { params: z.object({ part: FacePart, version: z.coerce.number().int().min(0).max(1_000_000) }) },
      failures: { ...staffFailures, ...badInput, 404: 'No such version' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { part, version } = c.req.valid('param')
      await restoreVersion(ctx, part, version)
      return ok(c, await allSettings(ctx), 'Bu sürüm yeniden yayında.')
    },
  )
