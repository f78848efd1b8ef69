import type { Ctx } from '#shop/ctx.ts'
import { audienceChoices, countAudience } from '#shop/news/audience.ts'
import { findChoosable, findChosen } from '#shop/news/chosen.ts'
import {
  Audience,
  NewNewsletter,
  NewsletterChange,
  NewsletterContent,
  NewsletterQuery,
  NewsletterSending,
  NewsProductQuery,
} from '#shop/news/contract.ts'
import {
  createNewsletter,
  deleteNewsletter,
  getNewsletter,
  listNewsletters,
  type NewsFigures,
  type Newsletter,
  type NewsletterDetail,
  resumeNewsletter,
  scheduleNewsletter,
  stopNewsletter,
  updateNewsletter,
} from '#shop/news/newsletters.ts'
import { renderNews } from '#shop/news/render.ts'
import { NewsSettings, presentNewsSettings, saveNewsSettings } from '#shop/news/settings.ts'
import { mailNewsTest } from '#shop/news/test-mail.ts'
import { formatMoment } from '#shop/time.ts'
import { badInput, created, Id, json, limited, ok, okPage, page, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { route } from '../../route.ts'
import type { WireNewsletter, WireNewsletterDetail } from '../../wire/news.ts'
import { toWireImage } from '../catalog/images.ts'
import { toWireLine } from '../catalog/product-line.ts'
import { saving, Version } from '../settings.ts'

const text = (moment: Date | null) => moment?.toISOString() ?? null

function toWire(newsletter: Newsletter, figures: NewsFigures): WireNewsletter {
  const { id, subject, state, trouble } = newsletter
  return {
    ...{ id, subject, state, trouble, figures },
    sendAt: text(newsletter.sendAt),
    startedAt: text(newsletter.startedAt),
    endedAt: text(newsletter.endedAt),
    updatedAt: newsletter.updatedAt.toISOString(),
  }
}

async function detailOf(ctx: Ctx, { newsletter, figures, failures }: NewsletterDetail): Promise<WireNewsletterDetail> {
  const { preheader, blocks, audience, version } = newsletter
  const { products, images } = await findChosen(ctx, blocks)
  return {
    ...toWire(newsletter, figures),
    ...{ preheader, blocks, audience, version, failures },
    products: products.map(toWireLine),
    images: images.map(toWireImage),
  }
}

async function settingsNow(ctx: Ctx) {
  return { ...(await presentNewsSettings(ctx)), mailServer: ctx.config.smtpUrl !== undefined }
}

const missing = { 404: 'No such newsletter' }

export const adminNewsletters = resource()
  .openapi(
    route('GET /admin/newsletters', {
      ...needs('news', 'contacts'),
      summary: 'All newsletters, the newest first, with their figures',
      request: { query: NewsletterQuery },
      failures: staffFailures,
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total } = await listNewsletters(c.get('ctx'), query)
      const data = items.map(({ newsletter, figures }) => toWire(newsletter, figures))
      return okPage(c, data, page(query, total))
    },
  )
  .openapi(
    route('POST /admin/newsletters', {
      ...needs('news', 'contacts'),
      summary: 'Writes a newsletter, as a draft',
      request: json(NewNewsletter),
      created: true,
      failures: { ...staffFailures, ...badInput },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      return created(c, await detailOf(ctx, await createNewsletter(ctx, c.req.valid('json'))), 'Taslak kaydedildi.')
    },
  )
  .openapi(
    route('POST /admin/newsletters/preview', {
      ...needs('news', 'contacts'),
      summary: 'The mail that this content would be now',
      request: json(NewsletterContent),
      failures: { ...staffFailures, ...badInput },
    }),
    async (c) => {
      const { gone, ...news } = await renderNews(c.get('ctx'), c.req.valid('json'))
      const { html, text } = news.for('onizleme@posta.invalid')
      return ok(c, { html, text, gone })
    },
  )
  .openapi(
    route('POST /admin/newsletters/audience', {
      ...needs('news', 'contacts'),
      summary: 'How many addresses a part has now, of those who agreed to mails',
      request: json(Audience),
      failures: { ...staffFailures, ...badInput },
    }),
    async (c) => ok(c, { recipients: await countAudience(c.get('ctx'), c.req.valid('json')) }),
  )
  .openapi(
    route('GET /admin/newsletters/choices', {
      ...needs('news', 'contacts'),
      summary: 'Sizes and tags by which a part can be chosen',
      failures: staffFailures,
    }),
    async (c) => ok(c, await audienceChoices(c.get('ctx'))),
  )
  .openapi(
    route('GET /admin/newsletters/products', {
      ...needs('news', 'contacts'),
      summary: 'Products to write of, the newest first; drafts only for whoever has the right `catalog`',
      request: { query: NewsProductQuery },
      failures: { 400: 'A bad parameter', ...staffFailures },
    }),
    async (c) => ok(c, (await findChoosable(c.get('ctx'), c.req.valid('query'))).map(toWireLine)),
  )
  .openapi(
    route('GET /admin/newsletters/settings', {
      ...needs('news', 'contacts'),
      summary: 'How fast newsletters are sent',
      failures: staffFailures,
    }),
    async (c) => ok(c, await settingsNow(c.get('ctx'))),
  )
  .openapi(
    route('PUT /admin/newsletters/settings', {
      ...needs('news', 'contacts'),
      summary: 'How fast newsletters are sent',
      request: json(NewsSettings.extend(Version.shape)),
      failures: saving,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, ...settings } = c.req.valid('json')
      await saveNewsSettings(ctx, settings, version)
      return ok(c, await settingsNow(ctx), 'Gönderim ayarları kaydedildi.')
    },
  )
  .openapi(
    route('GET /admin/newsletters/{id}', {
      ...needs('news', 'contacts'),
      summary: 'One newsletter with its content and figures',
      request: { params: Id },
      failures: { ...staffFailures, ...missing },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      return ok(c, await detailOf(ctx, await getNewsletter(ctx, c.req.valid('param').id)))
    },
  )
  .openapi(
    route('PUT /admin/newsletters/{id}', {
      ...needs('news', 'contacts'),
      summary: 'Changes a draft',
      request: { params: Id, ...json(NewsletterChange) },
      failures: { ...staffFailures, ...badInput, ...missing, 409: 'No draft any more, or somebody else saved since' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const changed = await updateNewsletter(ctx, c.req.valid('param').id, c.req.valid('json'))
      return ok(c, await detailOf(ctx, changed), 'Taslak kaydedildi.')
    },
  )
  .openapi(
    route('DELETE /admin/newsletters/{id}', {
      ...needs('news', 'contacts'),
      summary: 'Deletes a draft',
      request: { params: Id },
      failures: { ...staffFailures, ...missing, 409: 'No draft any more' },
    }),
    async (c) => {
      await deleteNewsletter(c.get('ctx'), c.req.valid('param').id)
      return ok(c, null, 'Bülten silindi.')
    },
  )
  .openapi(
    route('POST /admin/newsletters/{id}/test', {
      ...needs('news', 'contacts'),
      summary: 'Mails it to the caller, as it would look now',
      request: { params: Id },
      failures: { ...staffFailures, ...missing, ...limited },
    }),
    async (c) => {
      const to = await mailNewsTest(c.get('ctx'), c.req.valid('param').id)
      return ok(c, { to }, `Deneme ${to} adresine gönderiliyor.`)
    },
  )
  .openapi(
    route('POST /admin/newsletters/{id}/send', {
      ...needs('news', 'contacts'),
      summary: 'Lets a draft go out, now or at a moment (Istanbul, 2026-11-24T10:00)',
      request: { params: Id, ...json(NewsletterSending) },
      failures: {
        ...staffFailures,
        ...badInput,
        ...missing,
        409: 'No draft, empty, changed since, or the sender’s legal facts are missing',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const sent = await scheduleNewsletter(ctx, c.req.valid('param').id, c.req.valid('json'))
      const { at } = c.req.valid('json')
      const message = at ? `Bülten ${formatMoment(at)} için planlandı.` : 'Bülten gönderime alındı.'
      return ok(c, await detailOf(ctx, sent), message)
    },
  )
  .openapi(
    route('POST /admin/newsletters/{id}/stop', {
      ...needs('news', 'contacts'),
      summary: 'Stops it; one that has not begun is a draft again',
      request: { params: Id },
      failures: { ...staffFailures, ...missing, 409: 'It is not being sent' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const stopped = await stopNewsletter(ctx, c.req.valid('param').id)
      const draft = stopped.newsletter.state === 'DRAFT'
      const message = draft ? 'Bülten yeniden taslak; gönderilmedi.' : 'Gönderim durduruldu.'
      return ok(c, await detailOf(ctx, stopped), message)
    },
  )
  .openapi(
    route('POST /admin/newsletters/{id}/resume', {
      ...needs('news', 'contacts'),
      summary: 'Goes on with one that was stopped: to those who have not got it',
      request: { params: Id },
      failures: { ...staffFailures, ...missing, 409: 'It is not stopped' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const resumed = await resumeNewsletter(ctx, c.req.valid('param').id)
      return ok(c, await detailOf(ctx, resumed), 'Gönderim sürüyor.')
    },
  )
