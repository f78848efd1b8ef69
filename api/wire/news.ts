import { z } from '@hono/zod-openapi'
import { Audience, NewsletterContent, NewsletterState } from '#shop/news/contract.ts'
import { NewsSettings } from '#shop/news/settings.ts'
import { WireImage, WireProductLine } from './admin/catalog.ts'
import { pageOf, success } from './envelope.ts'

const WireNewsFigures = z
  .object({
    total: z.number().int(),
    waiting: z.number().int(),
    sent: z.number().int(),
    failed: z.number().int().openapi({ description: 'The mail server refused the address' }),
    skipped: z.number().int().openapi({ description: 'She took her consent back before her mail was due' }),
    unknown: z
      .number()
      .int()
      .openapi({ description: 'The answer of the mail server was lost: perhaps sent, never sent again' }),
    unsubscribed: z.number().int().openapi({ description: 'Took their consent back by a link of this newsletter' }),
  })
  .openapi('NewsFigures')

export type WireNewsletter = z.infer<typeof WireNewsletter>
const WireNewsletter = z
  .object({
    id: z.uuid(),
    subject: z.string(),
    state: NewsletterState,
    sendAt: z.iso.datetime().nullable(),
    startedAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
    trouble: z.string().nullable().openapi({ description: 'Why nothing goes out now, in the mail server’s words' }),
    figures: WireNewsFigures,
    updatedAt: z.iso.datetime(),
  })
  .openapi('Newsletter')

export type WireNewsletterDetail = z.infer<typeof WireNewsletterDetail>
const WireNewsletterDetail = WireNewsletter.extend({
  ...NewsletterContent.shape,
  audience: Audience,
  version: z.number().int(),
  products: z.array(WireProductLine).openapi({ description: 'Those that its blocks name, to be shown' }),
  images: z.array(WireImage).openapi({ description: 'Those that its blocks name' }),
  failures: z.array(z.object({ recipient: z.string(), error: z.string() })),
}).openapi('NewsletterDetail')

export type WireNewsSettings = z.infer<typeof WireNewsSettings>
const WireNewsSettings = z
  .object({ version: z.number().int(), settings: NewsSettings, mailServer: z.boolean() })
  .openapi('NewsSettings')

export const newsAnswers = {
  'GET /admin/newsletters': pageOf(WireNewsletter),
  'POST /admin/newsletters': success(WireNewsletterDetail),
  'POST /admin/newsletters/preview': success(
    z.object({
      html: z.string(),
      text: z.string(),
      gone: z.number().int().openapi({ description: 'Chosen products that are not on sale: they are left out' }),
    }),
  ),
  'POST /admin/newsletters/audience': success(z.object({ recipients: z.number().int() })),
  'GET /admin/newsletters/choices': success(z.object({ sizes: z.array(z.string()), tags: z.array(z.string()) })),
  'GET /admin/newsletters/products': success(z.array(WireProductLine)),
  'GET /admin/newsletters/settings': success(WireNewsSettings),
  'PUT /admin/newsletters/settings': success(WireNewsSettings),
  'GET /admin/newsletters/{id}': success(WireNewsletterDetail),
  'PUT /admin/newsletters/{id}': success(WireNewsletterDetail),
  'DELETE /admin/newsletters/{id}': success(z.null()),
  'POST /admin/newsletters/{id}/test': success(z.object({ to: z.string() })),
  'POST /admin/newsletters/{id}/send': success(WireNewsletterDetail),
  'POST /admin/newsletters/{id}/stop': success(WireNewsletterDetail),
  'POST /admin/newsletters/{id}/resume': success(WireNewsletterDetail),
}
