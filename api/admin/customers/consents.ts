import { createRoute, z } from '@hono/zod-openapi'
import { type KnownConsent, lookUpConsent, withdrawForCaller } from '#shop/accounts/consents/called.ts'
import { CalledWithdrawal, ConsentQuery } from '#shop/accounts/consents/contract.ts'
import {
  countConsents,
  type IysFile,
  importIys,
  listIysFiles,
  makeIysFile,
  markUploaded,
  readIysFile,
} from '#shop/accounts/consents/iys/files.ts'
import type { Ctx } from '#shop/ctx.ts'
import { istanbulDay } from '#shop/time.ts'
import {
  badInput,
  binary,
  confirmedFailures,
  created,
  fileOf,
  form,
  Id,
  json,
  ok,
  resource,
  staffFailures,
} from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { failed, route } from '../../route.ts'
import type { WireConsents, WireIysFile, WireKnownConsent } from '../../wire/customers.ts'
import { toWireConsent, toWireConsentEvent } from './customers.ts'

function toWireFile({ madeAt, uploadedAt, ...file }: IysFile): WireIysFile {
  return { ...file, madeAt: madeAt.toISOString(), uploadedAt: uploadedAt?.toISOString() ?? null }
}

async function consentsNow(ctx: Ctx): Promise<WireConsents> {
  const { oldest, ...counts } = await countConsents(ctx)
  return { ...counts, oldest: oldest?.toISOString() ?? null, files: (await listIysFiles(ctx)).map(toWireFile) }
}

function toWireKnown({ recipient, channel, state, events }: KnownConsent): WireKnownConsent {
  return { recipient, channel, consent: state && toWireConsent(state), events: events.map(toWireConsentEvent) }
}

const missing = { 404: 'No such file' }

export const adminConsents = resource()
  .openapi(
    route('GET /admin/consents', {
      ...needs('customers', 'contacts'),
      summary: 'How many addresses may be written to, and what İYS waits for',
      failures: staffFailures,
    }),
    async (c) => ok(c, await consentsNow(c.get('ctx'))),
  )
  .openapi(
    route('GET /admin/consents/of', {
      ...needs('customers', 'contacts'),
      summary: 'What an e-mail address or a telephone number said, and when',
      request: { query: ConsentQuery },
      failures: { ...staffFailures, ...badInput },
    }),
    async (c) => ok(c, toWireKnown(await lookUpConsent(c.get('ctx'), c.req.valid('query').recipient ?? ''))),
  )
  .openapi(
    route('POST /admin/consents/withdrawals', {
      ...needs('customers', 'contacts'),
      summary: 'Takes consent back for who asked by telephone or letter',
      request: json(CalledWithdrawal),
      failures: { ...staffFailures, ...badInput },
    }),
    async (c) => {
      const known = await withdrawForCaller(c.get('ctx'), c.req.valid('json'))
      return ok(c, toWireKnown(known), 'Bu adrese artık ticari ileti gönderilmez.')
    },
  )
  .openapi(
    route('POST /admin/consents/files', {
      ...needs('customers', 'contacts'),
      summary: 'Makes the file of all that İYS does not know yet',
      created: true,
      failures: { ...staffFailures, 409: 'Nothing waits' },
    }),
    async (c) => created(c, toWireFile(await makeIysFile(c.get('ctx')))),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/consents/files/{id}',
      ...needs('customers', 'contacts', 'confirmed'),
      summary: 'The file, in the words of İYS',
      request: { params: Id },
      responses: {
        ...failed({ ...staffFailures, ...missing, ...confirmedFailures }),
        200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      return c.body(await readIysFile(ctx, c.req.valid('param').id), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="iys-izinler-${istanbulDay(ctx.clock())}.csv"`,
      })
    },
  )
  .openapi(
    route('POST /admin/consents/files/{id}/uploaded', {
      ...needs('customers', 'contacts'),
      summary: 'Says that İYS has what the file holds',
      request: { params: Id },
      failures: { ...staffFailures, ...missing },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      await markUploaded(ctx, c.req.valid('param').id)
      return ok(c, await consentsNow(ctx), 'Dosyadaki izinler İYS’ye bildirildi olarak işaretlendi.')
    },
  )
  .openapi(
    route('POST /admin/consents/imports', {
      ...needs('customers', 'contacts'),
      summary: 'Takes in a file of İYS: the later word of an address counts',
      request: form(z.object({ file: z.unknown().openapi({ ...binary, description: 'CSV or XLSX' }) })),
      failures: { ...staffFailures, ...badInput, 413: 'Larger than 3 MB' },
    }),
    async (c) => {
      const { name, bytes } = await fileOf(c.req.valid('form').file, 'İYS’den indirdiğiniz dosyayı seçin')
      const read = await importIys(c.get('ctx'), name, bytes)
      return ok(c, read, `${read.given} izin, ${read.withdrawn} ret işlendi.`)
    },
  )
