import { z } from '@hono/zod-openapi'
import { noticeKinds } from '#shop/notices/contract.ts'
import { success } from '../envelope.ts'

const hour = z.number().int().nullable().openapi({ description: 'Of Istanbul' })

export type WireNotices = z.infer<typeof WireNotices>
const WireNotices = z
  .object({
    kinds: z.array(z.object({ kind: z.enum(noticeKinds), label: z.string(), push: z.boolean(), mail: z.boolean() })),
    summary: z.boolean().openapi({ description: 'A mail each morning' }),
    quietFrom: hour,
    quietTo: hour,
    devices: z.array(z.object({ device: z.string(), endpoint: z.string(), createdAt: z.iso.datetime() })),
    publicKey: z.string().openapi({ description: 'For PushManager.subscribe of a browser (VAPID)' }),
  })
  .openapi('Notices')

export const noticeAnswers = {
  'GET /admin/notices': success(WireNotices),
  'PUT /admin/notices': success(WireNotices),
  'POST /admin/push': success(WireNotices),
  'DELETE /admin/push': success(WireNotices),
  'POST /admin/push/test': success(z.null()),
}
