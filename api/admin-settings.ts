import { createRoute, z } from '@hono/zod-openapi'
import type { Ctx } from '#shop/ctx.ts'
import { requireAdmin } from '#shop/ctx.ts'
import { queueTestMail } from '#shop/mail/test-mail.ts'
import { toTl } from '#shop/money.ts'
import { findInstallmentSettings, findInstallmentVersion } from '#shop/payments/installments.ts'
import { BrandSettings } from '#shop/settings/brand.ts'
import { getLegalSettings } from '#shop/settings/legal.ts'
import { OwnText, ownTextIds } from '#shop/settings/own-texts.ts'
import { checkReadiness } from '#shop/settings/readiness.ts'
import { SenderSettings } from '#shop/settings/sender.ts'
import {
  BrandChange,
  checkOwnText,
  getShopSettings,
  saveBrand,
  saveOwnText,
  saveSender,
  saveTerms,
} from '#shop/settings/shop-settings.ts'
import { TermsSettings } from '#shop/settings/terms.ts'
import { previewText } from '#shop/settings/texts.ts'
import { WireLegal } from './admin-legal.ts'
import { answers, bearer, resource } from './api.ts'
import { WireInstallments } from './installments.ts'

const guarded = { 401: 'Not signed in', 403: 'Not an admin' }
const saving = { ...guarded, 400: 'Invalid input', 409: 'Somebody else saved since (EDIT_CONFLICT)' }

/** The version that the editor saw; left out, nobody is asked whether somebody else saved since. */
const Version = z.object({
  version: z.number('Sürüm geçersiz').int('Sürüm geçersiz').min(0, 'Sürüm geçersiz').optional(),
})

const TextId = z.enum(ownTextIds, 'Böyle bir metin yok')
const TextPart = z.object({
  title: z.string(),
  blocks: z.array(z.record(z.string(), z.unknown())),
  sub: z.boolean().optional(),
})

const WireSettings = z
  .object({
    brand: z.object({
      version: z.number().int(),
      settings: BrandSettings.extend({ phone: z.string() }),
      defaults: z.object({ shopName: z.string(), shopEmail: z.string(), instagramUrl: z.string() }),
      inForce: z.object({
        ...{ shopName: z.string(), shopEmail: z.string(), instagramUrl: z.string(), publicUrl: z.string() },
      }),
    }),
    legal: WireLegal,
    terms: z.object({ version: z.number().int(), settings: TermsSettings }),
    texts: z.object({
      version: z.number().int(),
      items: z.array(
        z.object({
          id: TextId,
          name: z.string(),
          own: z.boolean().openapi({ description: 'The owner wrote her own words' }),
          lead: z.string(),
          body: z.string(),
          usual: z.object({ lead: z.string(), body: z.string() }),
        }),
      ),
    }),
    installments: WireInstallments,
    mail: z.object({
      version: z.number().int(),
      settings: z.object({ senderName: z.string(), senderEmail: z.string() }),
      defaults: z.object({ senderName: z.string(), senderEmail: z.string() }),
    }),
    environment: z
      .object({
        mode: z.enum(['demo', 'live']),
        publicUrl: z.string(),
        database: z.enum(['postgresql', 'embedded']),
        paymentProvider: z.enum(['demo', 'iyzico']),
        paymentAddress: z.string().nullable(),
        paymentKeysSet: z.boolean(),
        threeDs: z.enum(['always', 'never', 'auto']),
        holdMinutes: z.number().int(),
        smtpSet: z.boolean(),
        smtpHost: z.string().nullable(),
        formMailSet: z.boolean(),
        picturesInBucket: z.boolean(),
      })
      .openapi({ description: 'What only the environment settles; of secrets, whether they are set' }),
  })
  .openapi('ShopSettings')

async function everything(ctx: Ctx): Promise<z.infer<typeof WireSettings>> {
  const { minimumKurus, ...installments } = await findInstallmentSettings(ctx)
  return {
    ...(await getShopSettings(ctx)),
    legal: await getLegalSettings(ctx),
    installments: {
      ...installments,
      minimumAmount: toTl(minimumKurus),
      version: await findInstallmentVersion(ctx),
    },
  }
}

const Readiness = z
  .object({
    ready: z.boolean(),
    items: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        state: z.enum(['done', 'todo', 'advice']),
        text: z.string(),
        link: z.string().optional(),
      }),
    ),
  })
  .openapi('Readiness')

function json<T extends z.ZodType>(schema: T) {
  return { body: { required: true, content: { 'application/json': { schema } } } }
}

export const adminSettings = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/settings',
      tags: ['Admin'],
      summary: 'Every setting of the shop, with what stands where nothing was saved',
      security: bearer,
      responses: answers(WireSettings, guarded),
    }),
    async (c) => c.json({ success: true as const, data: await everything(c.get('ctx')) }, 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/settings/brand',
      tags: ['Admin'],
      summary: 'How the shop is called and reached',
      security: bearer,
      request: json(BrandChange.extend(Version.shape)),
      responses: answers(WireSettings, saving),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, ...brand } = c.req.valid('json')
      await saveBrand(ctx, brand, { version })
      return c.json(
        { success: true as const, data: await everything(ctx), message: 'Marka bilgileri kaydedildi.' },
        200,
      )
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/settings/terms',
      tags: ['Admin'],
      summary: 'Dispatch, delivery, returns and exchanges, as every page and contract says them',
      security: bearer,
      request: json(z.object({ settings: TermsSettings, ...Version.shape })),
      responses: answers(WireSettings, saving),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, settings } = c.req.valid('json')
      await saveTerms(ctx, settings, { version })
      return c.json({ success: true as const, data: await everything(ctx), message: 'Koşullar kaydedildi.' }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/settings/texts',
      tags: ['Admin'],
      summary: 'Writes one text anew; with null it says again what comes with the shop',
      security: bearer,
      request: json(z.object({ id: TextId, text: OwnText.nullable(), ...Version.shape })),
      responses: answers(WireSettings, saving),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id, text, version } = c.req.valid('json')
      await saveOwnText(ctx, id, text, { version })
      const message = text ? 'Metin kaydedildi ve yayında.' : 'Varsayılan metne dönüldü.'
      return c.json({ success: true as const, data: await everything(ctx), message }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/settings/texts/preview',
      tags: ['Admin'],
      summary: 'What a text would say; nothing is saved',
      security: bearer,
      request: json(z.object({ id: TextId, text: OwnText })),
      responses: answers(
        z.object({ title: z.string(), lead: z.string(), parts: z.array(TextPart), version: z.string() }),
        { ...guarded, 400: 'Invalid input' },
      ),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      await requireAdmin(ctx)
      const { id, text } = c.req.valid('json')
      checkOwnText(text)
      const { title, lead, parts, version } = await previewText(ctx, id, text)
      return c.json({ success: true as const, data: { title, lead, parts, version } }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/settings/mail',
      tags: ['Admin'],
      summary: 'Who mails come from',
      security: bearer,
      request: json(SenderSettings.extend(Version.shape)),
      responses: answers(WireSettings, saving),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, ...sender } = c.req.valid('json')
      await saveSender(ctx, sender, { version })
      return c.json({ success: true as const, data: await everything(ctx), message: 'Gönderen kaydedildi.' }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/settings/mail/test',
      tags: ['Admin'],
      summary: 'Mails the admin who asks, to see whether mails arrive',
      security: bearer,
      responses: answers(z.object({ mailId: z.uuid(), to: z.string() }), { ...guarded, 429: 'Too many tests' }),
    }),
    async (c) => {
      const data = await queueTestMail(c.get('ctx'))
      return c.json(
        { success: true as const, data, message: `Deneme e-postası ${data.to} adresine gönderiliyor.` },
        200,
      )
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/readiness',
      tags: ['Admin'],
      summary: 'What stands between this shop and its first real shopper',
      security: bearer,
      responses: answers(Readiness, guarded),
    }),
    async (c) => c.json({ success: true as const, data: await checkReadiness(c.get('ctx')) }, 200),
  )
